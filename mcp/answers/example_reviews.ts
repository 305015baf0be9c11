import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** The reviews of the first ids; an id that no review has is passed over. */
export function exampleReviews(snapshot: Snapshot, ids: readonly string[], most = 5): readonly Review[] {
  return ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
}
