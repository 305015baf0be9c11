import { ValueFault } from "./value_fault.ts";

const NO_RATING = new ValueFault("a whole number of stars from 1 to 5");
const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];
const NO_WORD = new ValueFault(`one of ${WORDS.join(", ")}`);

/**
 * Reads a rating of 1 to 5 whole stars, given as a number or as digits ("5", "5.0"). Nothing is
 * rounded: 4.5 is refused, because a rating that nobody gave would be published.
 */
export function readRating(value: unknown): number | ValueFault {
  if (typeof value === "number") {
    return Number.isInteger(value) && value >= 1 && value <= 5 ? value : NO_RATING;
  }
  if (typeof value !== "string") return NO_RATING;
  // A file with ";" between the columns may write a decimal comma.
  const stars = /^([1-5])(?:[.,]0+)?$/.exec(value.trim());
  return stars === null ? NO_RATING : Number(stars[1]);
}

/**
 * Reads a rating that is written as a word, as Google Business Profile has it (`StarRating` of the
 * API v4). `STAR_RATING_UNSPECIFIED` is refused: it says that there is no rating.
 */
export function readStarWord(value: unknown): number | ValueFault {
  const index = typeof value === "string" ? WORDS.indexOf(value.trim()) : -1;
  return index < 0 ? NO_WORD : index + 1;
}
