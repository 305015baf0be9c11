import type { Review } from "./review.ts";
import { reviewRun } from "./queries/snapshot_reviews.ts";
import type { Snapshot } from "./snapshot/snapshot.ts";

const decoder = new TextDecoder();

/** The review of a rank; 0 is the newest. Only this one is parsed. The rank must exist. */
export function reviewAt(snapshot: Snapshot, rank: number): Review {
  const review: Review = JSON.parse(decoder.decode(reviewRun(snapshot, rank, rank + 1)));
  return review;
}
