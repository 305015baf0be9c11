import type { Review } from "../review.ts";

const LONG_TEXT = 500;
const DAY = 86_400_000;
const HALF_LIFE = 365;
const PHOTOS = 0.5;

/**
 * Estimates how much a reader learns of a review, from 0 (without text) to 2.5:
 * `min(1, length / 500) * (1 + 2 ** (-age / 365) + (has photos ? 0.5 : 0))`.
 *
 * The length is in code units, the age in days before the newest review, so that the order depends on the data alone.
 * Stars, sentiment and replies do not count.
 *
 * @param newest Day of the newest review, YYYY-MM-DD.
 */
export function helpfulness({ text, date, attributes }: Review, newest: string): number {
  const age = (Date.parse(newest) - Date.parse(date)) / DAY;
  const photos = (attributes?.photos ?? []).length > 0 ? PHOTOS : 0;
  return Math.min(1, (text ?? "").length / LONG_TEXT) * (1 + 2 ** (-age / HALF_LIFE) + photos);
}

/**
 * Orders reviews by helpfulness, mixed so that every beginning of the list has the stars in about the shares of all: the
 * review at place k of the n with its stars comes at (k + 0.5) / n of the list.
 *
 * @param ratings Ranks by number of stars, ascending.
 * @param scores The helpfulness of each rank. Among equals the newest comes first.
 */
export function helpfulOrder(ratings: Iterable<Uint32Array>, scores: readonly number[]): Uint32Array {
  const places = new Float64Array(scores.length);
  for (const ranks of ratings) {
    ranks.toSorted((a, b) => scores[b]! - scores[a]! || a - b).forEach((rank, at) => {
      places[rank] = (at + 0.5) / ranks.length;
    });
  }
  return Uint32Array.from(places.keys()).sort((a, b) => places[a]! - places[b]! || a - b);
}
