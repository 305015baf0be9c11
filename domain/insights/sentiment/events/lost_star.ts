import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

/** From these on no star is lost, and one star alone says enough. */
const MARKS = /^(?:two|three|four|[234])$/;
const REASON = /^(?:because|as|since|due|for)$/;
/** "A bit fast": too much of what may be praise elsewhere. */
const A_BIT = /^(?:bit|little|slightly|rather|somewhat)$/;
/** The reason ends before these. */
const ENDS = /^(?:but|although|though|otherwise|however|while)$/;
const LONGEST = 14;
const LOST = -1.8;

/** Words at which such an event may begin. */
export const LOST_STAR_CUES: readonly string[] = ["giving", "gave", "give", "given"];

/**
 * Why a star is missing: "I'm giving four because the driver drove a bit fast" criticises the driver. Only where it tells
 * that something is "a bit" so: "giving four because the driver was lovely" does not. Null if none begins at a word.
 */
export function lostStarAt(words: readonly Word[], at: number): TellingEvent | null {
  if (!LOST_STAR_CUES.includes(textAt(words, at))) return null;
  let from = at + 1;
  if (/^(?:it|them|this|only|just)$/.test(textAt(words, from))) from++;
  if (!MARKS.test(textAt(words, from))) return null;
  from++;
  if (/^(?:stars?|out)$/.test(textAt(words, from))) from++;
  if (!REASON.test(textAt(words, from))) return null;
  let [end, isBit] = [from + 1, false];
  while (end < words.length && end <= from + LONGEST && !words[end]!.isAfterBreak && !ENDS.test(textAt(words, end))) {
    if (A_BIT.test(textAt(words, end))) isBit = true;
    end++;
  }
  return isBit ? { length: end - at, strength: LOST, isSettled: true, decides: true } : null;
}
