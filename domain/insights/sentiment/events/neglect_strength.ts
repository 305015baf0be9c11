import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { isNegator } from "../negation.ts";
import type { TellingEvent } from "./time_strength.ts";

/** What a business is to care for: "safety is not a priority". */
const CARED_FOR = wordList(
  "safety security cleanliness hygiene quality comfort punctuality communication privacy welfare wellbeing service customers",
);
const BEING = wordList("is was are were isn't wasn't aren't weren't seems seemed");
/** Between what is cared for and "is": "the safety of the climbers is". */
const OF_WHOM = 4;
/** "Clearly not a priority", "not really their top priority". */
const BETWEEN = wordList(
  "clearly really obviously certainly definitely just simply a an the their any of much high top big main first great very complete total",
);
const MOST_BETWEEN = 4;
const NEGLECTED = -2;

/** Words at which such an event may begin. */
export const NEGLECT_CUES: readonly string[] = [...CARED_FOR, "not", "isn't", "wasn't", "aren't", "weren't", "never"];

/**
 * What a business does not care for, with its name: "safety is clearly not a priority", "cleanliness is an afterthought",
 * "is not their concern". Not what the customer does not care for: "price was not a priority for us". Null if none begins
 * at a word.
 */
export function neglectAt(words: readonly Word[], at: number): TellingEvent | null {
  const isNamed = CARED_FOR.has(textAt(words, at));
  const end = isNamed ? afterNamed(words, at) : afterDenied(words, at);
  return end === -1 ? null : { length: end - at, strength: NEGLECTED, isSettled: true, decides: true };
}

function afterNamed(words: readonly Word[], at: number): number {
  for (let index = at + 1; index <= at + 1 + OF_WHOM && index < words.length; index++) {
    if (words[index]!.isAfterBreak) return -1;
    if (!BEING.has(textAt(words, index))) continue;
    const from = afterBetween(words, isNegator(textAt(words, index)) ? index : index + 1);
    if (textAt(words, from) === "afterthought") return from + 1;
    return afterDenied(words, from);
  }
  return -1;
}

/** The index after "not a priority" at a place; -1 if it does not stand there. */
function afterDenied(words: readonly Word[], at: number): number {
  if (!isNegator(textAt(words, at))) return -1;
  const last = afterBetween(words, at + 1);
  const isTheirs = words.slice(at + 1, last).some(({ text }) => text === "their");
  const [text, next, whom] = [textAt(words, last), textAt(words, last + 1), textAt(words, last + 2)];
  if (words[last]?.isAfterBreak === true) return -1;
  const isOfCustomer = /^(?:for|to|of)$/.test(next) && /^(?:me|us|my|our|mine|ours)$/.test(whom);
  if (text === "priority") return isOfCustomer ? -1 : last + 1;
  if (text !== "concern") return -1;
  return isTheirs || /^(?:for|to|of)$/.test(next) && /^(?:them|theirs|staff|management)$/.test(whom) ? last + 1 : -1;
}

function afterBetween(words: readonly Word[], from: number): number {
  let at = from;
  while (at < from + MOST_BETWEEN && BETWEEN.has(textAt(words, at)) && words[at]?.isAfterBreak !== true) at++;
  return at;
}
