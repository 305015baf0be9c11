import { counts } from "../rule_groups.ts";
import { isNegator } from "../sentiment/negation.ts";
import { textAt, type Word, wordList } from "../text/words_of.ts";
import lists from "./subject_words.json" with { type: "json" };

const NONE_OR_LITTLE = wordList(
  "no zero without lack lacks lacked lacking devoid minimal insufficient inadequate missing nowhere",
);
/** Words that ask for more of a thing: "please provide parking", "you need more staff". */
const [WISHED_AFTER, WISHED_BEFORE] = [
  wordList("please should must could wish need needs"),
  wordList("provide add install have need more"),
];
/** Things whose absence is good. */
const BURDENS = wordList(lists.absence.burdens);
/** Words that may directly precede an absent burden; not "no access fee". */
const PLAIN = wordList(lists.absence.plain);
/** Words that form another phrase with "no": "no other park", "no need to pay". */
const OTHER_PHRASE = wordList("other one doubt need longer idea way matter reason question better more less exception");
/** Maximum number of words between "no" and the missing thing: "any free", "of decent". */
const BETWEEN = 3;
/** Maximum distance of "not enough" after a thing, in words: "parking is not enough". */
const BEHIND = 4;
const [MISSED, SPARED] = [-1.9, 1.9];

/**
 * Returns the strength of the absence of a thing. A missing thing is criticised ("no parking", "not enough parking",
 * "please provide parking"); a missing burden is praised ("no wait"). 0 if nothing is absent.
 *
 * @param at Index of the word for the thing.
 */
export function absenceOf(words: readonly Word[], at: number): number {
  if (!counts("absence")) return 0;
  const isNone = isNoneBefore(words, at);
  if (!BURDENS.has(textAt(words, at))) {
    return isNone || isWished(words, at) || isNotEnough(words, at) ? MISSED : 0;
  }
  return isNone && (at === 0 || PLAIN.has(textAt(words, at - 1))) ? SPARED : 0;
}

function isNoneBefore(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - BETWEEN - 1) && !words[index + 1]?.isAfterBreak; index--) {
    if (NONE_OR_LITTLE.has(textAt(words, index))) return !OTHER_PHRASE.has(textAt(words, index + 1));
  }
  return false;
}

/** "Please provide parking", "they should have a café", "you need more staff". */
function isWished(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - BETWEEN - 1), at).map(({ text }) => text);
  const asks = before.findIndex((text) => WISHED_AFTER.has(text));
  return asks !== -1 && before.slice(asks + 1).some((text) => WISHED_BEFORE.has(text));
}

/** "Not enough staff", "the hall is not big enough". */
function isNotEnough(words: readonly Word[], at: number): boolean {
  const around = words.slice(Math.max(0, at - BEHIND), at + BEHIND + 1).map(({ text }) => text);
  const enough = around.indexOf("enough");
  return enough !== -1 && around.slice(0, enough).some(isNegator);
}
