import { Refused } from "../../cli/import/cells/refused.ts";

const WORDS = ["ONE", "TWO", "THREE", "FOUR", "FIVE"];
const NO_WORD = new Refused(`one of ${WORDS.join(", ")}`);

/**
 * Reads a rating that is written as a word, as Google Business Profile has it (`StarRating` of the
 * API v4). `STAR_RATING_UNSPECIFIED` is refused: it says that there is no rating.
 */
export function readStarWord(value: unknown): number | Refused {
  const index = typeof value === "string" ? WORDS.indexOf(value.trim()) : -1;
  return index < 0 ? NO_WORD : index + 1;
}
