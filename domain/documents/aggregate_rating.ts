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

/** Computes the aggregate rating; the mean is rounded half up to two decimals, exactly. */
export function aggregateRating(reviews: Iterable<Pick<Review, "rating">>): AggregateRating {
  const counts = [0, 0, 0, 0, 0];
  for (const { rating } of reviews) {
    counts[rating - 1] = (counts[rating - 1] ?? 0) + 1;
  }
  return ratingOfCounts(counts);
}

/** Computes the aggregate rating of numbers of reviews by stars, from one to five. */
export function ratingOfCounts(counts: readonly number[]): AggregateRating {
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = counts;
  const total = one + two + three + four + five;
  const stars = one + 2 * two + 3 * three + 4 * four + 5 * five;
  return {
    // In integers: rounding the floating-point quotient turned 4.005 into 4.
    rating_value: total === 0 ? null : Math.floor((stars * 200 + total) / (2 * total)) / 100,
    review_count: total,
    best_rating: 5,
    worst_rating: 1,
    distribution: { "1": one, "2": two, "3": three, "4": four, "5": five },
  };
}
