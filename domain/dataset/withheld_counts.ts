import type { HiddenReview, WithheldReason } from "../review.ts";

/** Number of withheld reviews by reason, then by stars from one to five. Absent reasons have none. */
export type WithheldCounts = Readonly<Partial<Record<WithheldReason | "not_stated", readonly number[]>>>;

/** Counts withheld reviews by reason and stars. */
export function withheldCounts(hidden: readonly HiddenReview[]): WithheldCounts {
  const groups = Map.groupBy(hidden, ({ hidden_reason }) => hidden_reason ?? "not_stated");
  return Object.fromEntries([...groups].sort().map(([reason, reviews]) => [reason, starCounts(reviews)]));
}

/** Counts reviews by stars, from one to five. */
export function starCounts(reviews: readonly { readonly rating: number }[]): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { rating } of reviews) counts[rating - 1]! += 1;
  return counts;
}
