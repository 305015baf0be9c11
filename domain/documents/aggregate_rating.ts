import { z } from "zod";
import type { Review } from "../review.ts";

const count = z.int().min(0);

/** Mean and distribution of the ratings of all published reviews. */
export const AggregateRating = z.object({
  rating_value: z.number().min(1).max(5).nullable().meta({
    description: "Mean of all ratings, two decimals; null while there is no review.",
  }),
  review_count: count.meta({ description: "Number of reviews." }),
  best_rating: z.int().min(5).max(5).meta({ description: "Highest rating possible." }),
  worst_rating: z.int().min(1).max(1).meta({ description: "Lowest rating possible." }),
  distribution: z.object({
    "1": count.meta({ description: "Reviews with 1 star." }),
    "2": count.meta({ description: "Reviews with 2 stars." }),
    "3": count.meta({ description: "Reviews with 3 stars." }),
    "4": count.meta({ description: "Reviews with 4 stars." }),
    "5": count.meta({ description: "Reviews with 5 stars." }),
  }).meta({ description: "Number of reviews by stars." }),
}).meta({ id: "AggregateRating", description: "Mean and distribution of the stars." });

/** The aggregate rating that the schema of the same name describes. */
export type AggregateRating = Readonly<z.output<typeof AggregateRating>>;

/** Numbers of reviews by stars, from one to five. */
export const StarCounts = z.array(count).min(5).max(5);

/** The numbers that the schema of the same name describes. */
export type StarCounts = readonly number[];

/** Counts reviews by stars. */
export function starCounts(reviews: Iterable<Pick<Review, "rating">>): number[] {
  const counts = [0, 0, 0, 0, 0];
  for (const { rating } of reviews) counts[rating - 1]! += 1;
  return counts;
}

/** Adds numbers of reviews by stars. */
export function addedStars(...groups: readonly StarCounts[]): number[] {
  return [0, 1, 2, 3, 4].map((index) => groups.reduce((sum, counts) => sum + (counts[index] ?? 0), 0));
}

/** Number of reviews. */
export function reviewsIn(counts: StarCounts): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Mean of the ratings, rounded half up to two decimals, exactly; null without reviews. */
export function averageOf(counts: StarCounts): number | null {
  const total = reviewsIn(counts);
  const stars = counts.reduce((sum, count, index) => sum + count * (index + 1), 0);
  // In integers: rounding the floating-point quotient turned 4.005 into 4.
  return total === 0 ? null : Math.floor((stars * 200 + total) / (2 * total)) / 100;
}

/** Computes the aggregate rating. */
export function aggregateRating(reviews: Iterable<Pick<Review, "rating">>): AggregateRating {
  return ratingOfCounts(starCounts(reviews));
}

/** Computes the aggregate rating of numbers of reviews by stars. */
export function ratingOfCounts(counts: StarCounts): AggregateRating {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts;
  return {
    rating_value: averageOf(counts),
    review_count: reviewsIn(counts),
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": one, "2": two, "3": three, "4": four, "5": five },
  };
}
