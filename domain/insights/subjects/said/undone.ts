import { isNegator } from "../../sentiment/negation.ts";
import { wordList } from "../../text/word_list.ts";
import { wordCheck } from "../../text/word_memo.ts";
import { textAt, type Word } from "../../text/words_of.ts";

/** What customers may have to do. */
const DUTY = wordList("need needed needing have had having");
/** Between the duty and the thing: "to make a claim". */
const DOES = wordList("make made making submit file put in use call contact a an any one my our the it");
/** What leaves it open. */
const OPEN = wordList("if should unless until case hope hopefully hoping touch");
const REACH = 5;
/** What customers do as they please. */
const CHOSEN = wordList("claimed used ordered visited needed booked");
const CUSTOMER = /^(?:i|we|i've|we've)$/;

const isDuty = wordCheck(({ text }) => DUTY.has(text) || isNegator(text));

/**
 * Whether all words of an aspect name what the customer has not had to do, or may have to: "never had to claim", "if I
 * need to make a claim", "I have never claimed". Thanks for that praise nobody.
 */
export function isUndone(words: readonly Word[], places: readonly number[]): boolean {
  return places.length > 0 && words.some(isDuty) && places.every((at) => isUndoneAt(words, at));
}

function isUndoneAt(words: readonly Word[], at: number): boolean {
  if (isNegator(textAt(words, at - 1)) && CHOSEN.has(textAt(words, at))) {
    return CUSTOMER.test(textAt(words, at - 2)) || CUSTOMER.test(textAt(words, at - 3));
  }
  let index = at - 1;
  while (index > 0 && DOES.has(textAt(words, index))) index--;
  if (textAt(words, index) !== "to" || !DUTY.has(textAt(words, index - 1))) return false;
  for (let before = index - 2; before >= Math.max(0, index - 1 - REACH); before--) {
    if (words[before + 1]?.isAfterBreak) return false;
    const text = textAt(words, before);
    if (isNegator(text) || OPEN.has(text)) return true;
  }
  return false;
}
