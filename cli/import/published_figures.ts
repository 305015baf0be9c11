import type { Review } from "../../domain/review.ts";
import {
  addedStars,
  averageOf,
  reviewsIn,
  type StarCounts,
  starCounts,
} from "../../domain/documents/aggregate_rating.ts";

/** Number and average rating of reviews. The average has two decimals and is null without reviews. */
export interface PublishedFigures {
  readonly reviews: number;
  readonly average: number | null;
}

/** Counts reviews. */
export function publishedFigures(reviews: readonly Review[]): PublishedFigures {
  return { reviews: reviews.length, average: averageOf(starCounts(reviews)) };
}

/**
 * Shows how the average changes because some reviews are not published: `Leaving out what is not verified raises the
 * average: 4.50 stars without, 3.33 with it.`
 * @param doing Subject of the sentence.
 * @param published The published reviews.
 * @param group The other reviews.
 * @returns One line; none for an empty group.
 */
export function averageSentence(doing: string, published: StarCounts, group: StarCounts): readonly string[] {
  const [without, together] = [averageOf(published), averageOf(addedStars(published, group))];
  if (reviewsIn(group) === 0 || together === null) return [];
  if (without === null) return [`${doing} leaves no average: it was ${together.toFixed(2)} stars.`];
  const change = without > together ? "raises" : without < together ? "lowers" : "does not change";
  return [
    `${doing} ${change} the average: ${without.toFixed(2)} stars without, ${together.toFixed(2)} with ` +
    `${reviewsIn(group) === 1 ? "it" : "them"}.`,
  ];
}
