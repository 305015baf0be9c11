import { reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

const REVIEW_ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})\/?$/i;

/** The review that is named by its id, its page or its resource; null when there is none. */
export function findReview(snapshot: Snapshot, named: string): Review | null {
  const id = reviewIdIn(named);
  return id === null ? null : reviewById(snapshot, id);
}

/** The review's id in an id, in the URL of a review's page or in `reviews://review/{id}`; null when there is none. */
export function reviewIdIn(text: string): string | null {
  return REVIEW_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null;
}
