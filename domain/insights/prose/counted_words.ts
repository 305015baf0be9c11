import type { SentimentCounts } from "../figures/sentiment_counts.ts";

/** Joins the parts of an enumeration: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

const THOUSANDS = new Intl.NumberFormat("en-US");

/** A count as it stands in prose: `20,000`. */
export function countText(count: number): string {
  return THOUSANDS.format(count);
}

/** The counts in words, without empty ones: `19 are positive and 1 neutral`, or `all are positive`. */
export function divided(counts: SentimentCounts): string {
  const kinds = (["positive", "neutral", "negative"] as const).filter((kind) => counts[kind] > 0);
  const [first, ...rest] = kinds;
  if (first === undefined) return "none is rated";
  if (rest.length === 0) return `all are ${first}`;
  const verb = counts[first] === 1 ? "is" : "are";
  return listed([
    `${countText(counts[first])} ${verb} ${first}`,
    ...rest.map((kind) => `${countText(counts[kind])} ${kind}`),
  ]);
}

/** Whether at least a fifth of the reviews are negative: then texts have to give both sides. */
export function isDivided({ positive, neutral, negative }: SentimentCounts): boolean {
  return negative * 5 >= positive + neutral + negative;
}
