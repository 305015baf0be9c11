import { ValueFault } from "./value_fault.ts";

const NO_RATING = new ValueFault("a whole number of stars from 1 to 5");
const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];
const NO_WORD = new ValueFault(`one of ${WORDS.join(", ")}`);

/**
 * Parses a rating of 1 to 5 whole stars from a number or digits ("5", "5.0"). 4.5 is a fault and not rounded, as a
 * rating that nobody gave would be published.
 */
export function readRating(value: unknown): number | ValueFault {
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= 1 && value <= 5 ? value : NO_RATING;
  }
  if (typeof value !== "string") return NO_RATING;
  // Files with ";" as delimiter may use a decimal comma.
  const stars = /^([1-5])(?:[.,]0+)?$/.exec(value.trim());
  return stars === null ? NO_RATING : Number(stars[1]);
}

/**
 * Parses a rating given as a word, as in Google Business Profile (`StarRating` of the API v4).
 * `STAR_RATING_UNSPECIFIED` is a fault: it means that there is no rating.
 */
export function readStarWord(value: unknown): number | ValueFault {
  const index = typeof value === "string" ? WORDS.indexOf(value.trim()) : -1;
  return index < 0 ? NO_WORD : index + 1;
}
