import type { Review } from "../../review.ts";
import type { PackedAnalyses } from "./packed_analyses.ts";

/** The analyses of the previous import with their reviews, in the same order. */
export interface EarlierAnalyses {
  readonly reviews: readonly Review[];
  readonly packed: PackedAnalyses;
}

/**
 * Returns the packed earlier analyses that hold for an import as well, by review id. The analysis key must be the same,
 * and the review's text, rating and mentions unchanged.
 */
export function reusableAnalyses(
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
  key: string,
): Map<string, string> {
  const rows = new Map<string, string>();
  if (earlier?.packed.key !== key) return rows;
  const places = new Map(earlier.reviews.map(({ id }, place) => [id, place]));
  for (const review of reviews) {
    const place = places.get(review.id) ?? -1;
    const [before, row] = [earlier.reviews[place], earlier.packed.rows[place]];
    if (before !== undefined && row !== undefined && saysTheSame(before, review)) rows.set(review.id, row);
  }
  return rows;
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.text === b.text && a.rating === b.rating &&
    isSameList(a.mentioned_technicians, b.mentioned_technicians) &&
    isSameList(a.mentioned_services, b.mentioned_services);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
