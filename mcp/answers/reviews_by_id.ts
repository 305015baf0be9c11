import { missingReview, missingSentence, reviewAt, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

const REVIEW_ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})\/?$/i;

/** Finds a review by id, page URL or resource URI; null if there is none. */
export function findReview(snapshot: Snapshot, named: string): Review | null {
  const id = reviewIdIn(named);
  return id === null ? null : reviewById(snapshot, id);
}

/** The sentence for an id without published review; null if the service does not know the id. */
export function whyMissing(snapshot: Snapshot, named: string): string | null {
  const missing = missingReview(snapshot, reviewIdIn(named) ?? "");
  return missing.state === "unknown" ? null : missingSentence(missing);
}

/** Ids of the newest reviews, as examples in error messages. */
export function newestIds(snapshot: Snapshot, most: number): readonly string[] {
  return Array.from({ length: Math.min(most, snapshot.reviewCount) }, (_, rank) => reviewAt(snapshot, rank).id);
}

function reviewIdIn(text: string): string | null {
  return REVIEW_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null;
}
