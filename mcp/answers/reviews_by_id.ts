import { reviewAt, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

const REVIEW_ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})\/?$/i;

/** The review that is named by its id, its page or its resource; null when there is none. */
export function findReview(snapshot: Snapshot, named: string): Review | null {
  const id = reviewIdIn(named);
  return id === null ? null : reviewById(snapshot, id);
}

/** The reviews of the first ids; an id that no review has is passed over. */
export function exampleReviews(snapshot: Snapshot, ids: readonly string[], most = 5): readonly Review[] {
  return ids.slice(0, most).flatMap((id) => reviewById(snapshot, id) ?? []);
}

/** The ids of the newest reviews, to show what an id looks like and which exist. */
export function newestIds(snapshot: Snapshot, most: number): readonly string[] {
  return Array.from({ length: Math.min(most, snapshot.reviewCount) }, (_, rank) => reviewAt(snapshot, rank).id);
}

/** The review's id in an id, in the URL of a review's page or in `reviews://review/{id}`; null when there is none. */
function reviewIdIn(text: string): string | null {
  return REVIEW_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null;
}
