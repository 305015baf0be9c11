import { wordList } from "../../text/word_list.ts";
import type { Word } from "../../text/words_of.ts";

/** What is not there is not missed: "no kids", "without my husband", "seven years with no claims". */
export const NOT_MISSED = wordList(
  "kid kids child children toddler toddlers baby babies husband wife partner son daughter family friends adult adults dog dogs cat cats " +
    "claim claims accident accidents",
);

/** Whether a word tells only who did not come along, or what did not happen: "no kids", "with no claims". */
export function isLeftOut(words: readonly Word[], at: number): boolean {
  if (!NOT_MISSED.has(words[at]?.text ?? "") || words[at]?.isAfterBreak) return false;
  const before = words[at - 1]?.text ?? "";
  const first = /^(?:the|my|our|a|any|single)$/.test(before) ? words[at - 2]?.text ?? "" : before;
  return first === "without" || before === "no" || before === "zero" || first === "zero";
}
