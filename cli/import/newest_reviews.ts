import type { ImportedReview } from "../../domain/review.ts";

/** Keeps one version of each review, in the order in which they were first met. */
export class NewestReviews {
  readonly #versions = new Map<string, { review: ImportedReview; updated: number | null }>();

  /**
   * Adds a version of a review. The one that was changed last counts; where a version does not say
   * when it was changed, the later one in the files.
   *
   * @param updated When it was changed, in milliseconds since 1970.
   */
  add(review: ImportedReview, updated: number | null): void {
    const known = this.#versions.get(review.id)?.updated ?? null;
    if (known !== null && updated !== null && updated < known) return;
    this.#versions.set(review.id, { review, updated });
  }

  /** The reviews that count. */
  reviews(): ImportedReview[] {
    return Array.from(this.#versions.values(), ({ review }) => review);
  }
}
