import type { SentimentCounts } from "../figures/sentiment_counts.ts";

/** Joins parts of a sentence: `a, b and c`. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

/** How some reviews divide: `19 are positive, 1 is neutral…` in short form, or `all are positive`. */
export function divided(counts: SentimentCounts): string {
  const kinds = (["positive", "neutral", "negative"] as const).filter((kind) => counts[kind] > 0);
  const [first, ...rest] = kinds;
  if (first === undefined) return "none is rated";
  if (rest.length === 0) return `all are ${first}`;
  const verb = counts[first] === 1 ? "is" : "are";
  return listed([`${counts[first]} ${verb} ${first}`, ...rest.map((kind) => `${counts[kind]} ${kind}`)]);
}

/** Whether both sides have to be told: at least a fifth of the reviews are negative. */
export function isDivided({ positive, neutral, negative }: SentimentCounts): boolean {
  return negative * 5 >= positive + neutral + negative;
}
