import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const DENIES = wordList("not don't aren't wouldn't won't nobody no");
const COMES = wordList("go goes going come comes coming visit visits visiting");
const THERE = wordList("here there back one just");
const ARTICLES = wordList("the its their");
/** What was done once tells of a plan: "we did not go there for the food". */
const ONCE = wordList("did i we i'm we're");
const KINDS = wordList("kind sort type");
const CUSTOMERS = wordList("you i we one anyone people");
const WANTS = wordList("want wants wanted expect expects expected hope hoped");
/** The thing ends before these. */
const ENDS = wordList(
  "and but which who that when while as so because though although however alone only is was are were it i we you they",
);
const LONGEST_NAME = 3;
const NOT_COME_FOR = -1.9;
const NOT_WANTED = -2.2;

/** Words at which such an event may begin, besides "not", "no" and "nobody". */
export const UNWANTED_CUES: readonly string[] = ["don't", "aren't", "wouldn't", "won't"];

/**
 * What customers do not come for or do not want, named behind a denial: "you're not going there for the decor", "for the
 * pizza, not the decor", "not the kind of crowd you want". Null if none begins at a word.
 */
export function unwantedEventAt(words: readonly Word[], at: number): TellingEvent | null {
  if (!DENIES.has(textAt(words, at))) return null;
  return notComeFor(words, at) ?? notTheKind(words, at) ?? notThisBut(words, at);
}

function notComeFor(words: readonly Word[], at: number): TellingEvent | null {
  let index = at + 1;
  while (THERE.has(textAt(words, index))) index++;
  if (!COMES.has(textAt(words, index)) || ONCE.has(textAt(words, at - 1))) return null;
  index++;
  while (THERE.has(textAt(words, index))) index++;
  if (textAt(words, index) !== "for" || !ARTICLES.has(textAt(words, index + 1))) return null;
  return named(words, at, index + 2, NOT_COME_FOR);
}

/** "We love it for the pizza, not the decor"; not "not the decor alone". */
function notThisBut(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at) !== "not" || words[at]?.isAfterBreak !== true) return null;
  const article = textAt(words, at + 1) === "for" ? at + 2 : at + 1;
  if (!ARTICLES.has(textAt(words, article))) return null;
  for (let before = at - 2; before >= Math.max(0, at - 2 - LONGEST_NAME); before--) {
    if (textAt(words, before) !== "for" || !ARTICLES.has(textAt(words, before + 1))) continue;
    return named(words, at, article + 1, NOT_COME_FOR);
  }
  return null;
}

function notTheKind(words: readonly Word[], at: number): TellingEvent | null {
  if (textAt(words, at + 1) !== "the" || !KINDS.has(textAt(words, at + 2)) || textAt(words, at + 3) !== "of") {
    return null;
  }
  for (let index = at + 5; index <= at + 4 + LONGEST_NAME && !words[index]?.isAfterBreak; index++) {
    if (!CUSTOMERS.has(textAt(words, index)) || !WANTS.has(textAt(words, index + 1))) continue;
    return { length: index + 2 - at, strength: NOT_WANTED, isSettled: true };
  }
  return null;
}

/** The event up to the end of the thing that begins at a word. */
function named(words: readonly Word[], at: number, from: number, strength: number): TellingEvent | null {
  let end = from;
  while (
    end < Math.min(words.length, from + LONGEST_NAME) && (end === from || !words[end]!.isAfterBreak) &&
    !ENDS.has(textAt(words, end))
  ) end++;
  // "Not the decor alone", "nobody comes for the food only".
  if (end === from || /^(?:alone|only)$/.test(textAt(words, end))) return null;
  return { length: end - at, strength, isSettled: true, decides: true };
}
