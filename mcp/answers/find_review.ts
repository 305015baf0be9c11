import type { Review } from "../../domain/review.ts";
import { reviewById } from "../../domain/review_by_id.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { reviewIdIn } from "../review_id_in.ts";

/** The review that is named by its id, its page or its resource; null when there is none. */
export function findReview(snapshot: Snapshot, named: string): Review | null {
  const id = reviewIdIn(named);
  return id === null ? null : reviewById(snapshot, id);
}
