import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

/** What somebody or something does to the rest: "ruined by the noise". */
const HARMS = wordList("ruined spoiled spoilt marred wrecked overshadowed");
/** The thing that did it ends before these. */
const ENDS = wordList("and but which who when while as so because though although however that");
const LONGEST_NAME = 5;
const HARMED = -2.2;

/** Words at which such an event may begin. */
export const CAUSE_CUES: readonly string[] = [...HARMS, "let"];

/**
 * What spoilt the rest, with its name: "a great site let down by the wifi" criticises the wifi, whatever is praised before
 * it. Null if none begins at a word.
 */
export function namedCauseAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const by = text === "let" && textAt(words, at + 1) === "down" ? at + 2 : HARMS.has(text) ? at + 1 : -1;
  if (by === -1 || textAt(words, by) !== "by" || /^(?:not|never|wasn't|weren't|isn't)$/.test(textAt(words, at - 1))) {
    return null;
  }
  let end = by + 1;
  while (end <= by + LONGEST_NAME && end < words.length && !words[end]!.isAfterBreak && !ENDS.has(textAt(words, end))) {
    end++;
  }
  return { length: end - at, strength: HARMED, isSettled: true, decides: true };
}
