import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";

/** A figure in words; null is said to be not measured, never left out or shown as 0. */
export function measured(figure: number | null, unit = ""): string {
  return figure === null ? "not measured" : `${figure}${unit}`;
}

/** A distribution of stars in words, the most stars first: `5 stars 131, 4 stars 9, …`. */
export function distributionText(distribution: AggregateRating["distribution"]): string {
  return Object.entries(distribution).reverse()
    .map(([rating, reviews]) => `${rating} ${rating === "1" ? "star" : "stars"} ${reviews}`).join(", ");
}
