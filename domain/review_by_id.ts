import type { Review } from "./review.ts";
import { reviewAt } from "./review_at.ts";
import { reviewRank } from "./review_rank.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

/** The review with an id, or null when there is none. Only this one is parsed. */
export function reviewById(snapshot: Snapshot, id: string): Review | null {
  const rank = reviewRank(snapshot, id);
  return rank === null ? null : reviewAt(snapshot, rank);
}
