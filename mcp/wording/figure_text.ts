import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";

/** A figure in words. Null is "not measured", so that it is never taken for 0. */
export function measured(figure: number | string | null, unit = ""): string {
  return figure === null ? "not measured" : `${figure}${unit}`;
}

/** A distribution of ratings in words, the highest first: `5 stars 131, 4 stars 9, …`. */
export function distributionText(distribution: AggregateRating["distribution"]): string {
  return Object.entries(distribution).reverse()
    .map(([rating, reviews]) => `${rating} ${rating === "1" ? "star" : "stars"} ${reviews}`).join(", ");
}
