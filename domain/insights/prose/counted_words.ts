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

/** Whether at least a fifth of the reviews are negative: then texts have to give both sides. */
export function isDivided({ positive, neutral, negative }: SentimentCounts): boolean {
  return negative * 5 >= positive + neutral + negative;
}
