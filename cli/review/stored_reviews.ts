import type { Dataset } from "../../domain/dataset/dataset.ts";
import { compareReviews, type HiddenReview, type Review } from "../../domain/review.ts";

/** A review of the store, and how it stands. */
export interface StoredReview {
  readonly review: Review;
  /** `withdrawn`: only in earlier revisions. */
  readonly state: "published" | "hidden" | "withdrawn";
  /** Since when it is hidden, in RFC 3339; null if it is not. */
  readonly hiddenAt: string | null;
}

/** The published and the hidden reviews of a dataset, newest first. */
export function storedReviews({ reviews, hidden = [] }: Dataset): readonly StoredReview[] {
  return [
    ...reviews.map(storedReview),
    ...hidden.map(hiddenReview),
  ].sort((a, b) => compareReviews(a.review, b.review));
}

/** A published review. */
export function storedReview(review: Review): StoredReview {
  return { review, state: "published", hiddenAt: null };
}

function hiddenReview({ hidden_at, ...review }: HiddenReview): StoredReview {
  return { review, state: "hidden", hiddenAt: hidden_at };
}
