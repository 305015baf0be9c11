import { wordList } from "../../text/word_list.ts";
import { wordMemo } from "../../text/word_memo.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { COMPARATIVES } from "./comparatives.ts";
import { DUTIES } from "./demands.ts";

/** Of whom it is told what they should do. */
export const PEOPLE = wordList(
  "staff nurses nurse doctors doctor doctor's dr's drs gps drivers receptionists reception management crew team carers they",
);
const HONOURS = wordList("commended thanked praised congratulated admired proud");
const NEEDED = wordList(
  "listen communicate respect treat learn improve answer explain train hire employ recruit understand be have",
);
/** Whether a word may tell what is needed. */
export const isNeed = wordMemo(({ text }) => text === "need" || text === "needs");

/** "Doctors to actually listen to us". */
export function isStaffTo(words: readonly Word[], at: number): boolean {
  for (let index = at; index < at + 3; index++) {
    if (!PEOPLE.has(textAt(words, index)) || textAt(words, index + 1) !== "to") continue;
    const verb = textAt(words, index + 2) === "actually" ? index + 3 : index + 2;
    return (DUTIES.has(textAt(words, verb)) || NEEDED.has(textAt(words, verb)) || textAt(words, verb) === "take") &&
      !HONOURS.has(textAt(words, verb + 1));
  }
  return false;
}

/** "Doctors need to listen", "they need to be more careful"; not "all you need to know". */
export function isNeeded(words: readonly Word[], need: number): boolean {
  if (textAt(words, need + 1) !== "to") return false;
  const verb = textAt(words, need + 2) === "actually" ? need + 3 : need + 2;
  if (!NEEDED.has(textAt(words, verb))) return false;
  if (/^(?:be|have)$/.test(textAt(words, verb)) && !COMPARATIVES.has(textAt(words, verb + 1))) return false;
  for (let index = need - 1; index >= 0 && !words[index + 1]!.isAfterBreak; index--) {
    if (
      /^(?:i|we|you|no|not|what|all|everything|if|when|who|my|our|might|may|will|would)$|n't$/.test(
        textAt(words, index),
      )
    ) {
      return false;
    }
  }
  return true;
}
