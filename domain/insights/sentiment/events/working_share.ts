import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNumber, type TellingEvent } from "./time_strength.ts";

const WORKS = wordList("working worked open functioning functional usable staffed manned use operating operational");
const REACH = 5;
const FEW_WORK = -1.8;

/** "One shower out of four working", "only 2 of the 6 tills were open"; null if no such share begins at a word. */
export function workingShareAt(words: readonly Word[], at: number): TellingEvent | null {
  if (!isCount(textAt(words, at))) return null;
  let of = at + 1;
  while (of <= at + 2 && textAt(words, of) !== "of" && textAt(words, of) !== "out") of++;
  if (textAt(words, of) === "out") of++;
  if (textAt(words, of) !== "of") return null;
  const all = /^(?:the|our|their)$/.test(textAt(words, of + 1)) ? of + 2 : of + 1;
  if (!isNumber(textAt(words, all)) || textAt(words, all) === textAt(words, at)) return null;
  for (let index = all + 1; index <= all + REACH && !words[index]?.isAfterBreak; index++) {
    if (WORKS.has(textAt(words, index))) return { length: index - at + 1, strength: FEW_WORK, isSettled: true };
  }
  return null;
}

/** Whether a share may begin with a word. */
export function isCount(text: string): boolean {
  return text === "one" || isNumber(text);
}
