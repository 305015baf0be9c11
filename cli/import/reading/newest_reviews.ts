import { isSharedName } from "../../../domain/dataset/identify_reviews.ts";
import type { ImportedReview } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/ulid.ts";

/**
 * Numbers the equal ratings of one file that have neither words nor the name of a person nor an id: each is a review, and
 * in the next export the same number of them has the same ids.
 */
export function namelessNumbering(): (review: ImportedReview) => ImportedReview {
  const counts = new Map<string, number>();
  return (review) => {
    if (!review.unnumbered || review.text !== null || !isSharedName(review.author)) return review;
    const before = counts.get(review.id) ?? 0;
    counts.set(review.id, before + 1);
    return before === 0 ? review : { ...review, id: reviewId([review.id, String(before + 1)]) };
  };
}

/** Keeps one version of each review, in the order of first occurrence. */
export class NewestReviews {
  readonly #versions = new Map<string, { review: ImportedReview; updated: number | null }>();
  /** How many versions were added that others have replaced. */
  repeated = 0;

  /**
   * Adds a version of a review. The most recently changed one is kept; if a version has no time of change, the one that
   * was added last.
   *
   * @param updated Time of the last change, in milliseconds since 1970.
   */
  add(review: ImportedReview, updated: number | null): void {
    if (this.#versions.has(review.id)) this.repeated++;
    const known = this.#versions.get(review.id)?.updated ?? null;
    if (known !== null && updated !== null && updated < known) return;
    this.#versions.set(review.id, { review, updated });
  }

  /** The kept versions. */
  reviews(): ImportedReview[] {
    return Array.from(this.#versions.values(), ({ review }) => review);
  }
}
