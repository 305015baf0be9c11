import type { ImportedReview } from "../../../domain/review.ts";

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
