import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import type { Word } from "../text/words_of.ts";

const TRIED = wordList(
  "tried used needed need eaten visited ordered claimed bought booked been opened installed had try use made",
);
/** What customers do or not as they please: "we have not claimed once". */
const OWN_CHOICE = wordList("claimed claim ordered visited eaten tried go ride ridden");
const CUSTOMER = /^(?:i|we|i've|we've)$/;

/** "We have not tried the food yet"; not "they have not replied yet", "I have not heard from them yet". */
export function isUntried(words: readonly Word[], denial: number): boolean {
  if (!counts("untried")) return false;
  const after = words.slice(denial + 1);
  const isChosen = after.slice(0, 2).some(({ text }) => OWN_CHOICE.has(text));
  if (
    !isChosen && !(after.slice(0, 3).some(({ text }) => TRIED.has(text)) && after.some(({ text }) => text === "yet"))
  ) {
    return false;
  }
  return denial === 0 || words.slice(Math.max(0, denial - 2), denial).some(({ text }) => CUSTOMER.test(text));
}
