import { reviewAt } from "../../domain/queries/snapshot_reviews.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** The ids of the newest reviews, to show what an id looks like and which exist. */
export function newestIds(snapshot: Snapshot, most: number): readonly string[] {
  return Array.from({ length: Math.min(most, snapshot.reviewCount) }, (_, rank) => reviewAt(snapshot, rank).id);
}
