import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";

const OTHER_PEOPLE = wordList(
  "people women men friends friend others reviews review posts stories everyone reviewers girls sister mom mother cousin " +
    "coworker someone anyone users some",
);
const PEOPLE_REACH = 8;
/** "Before" these the time before the visit or the treatment begins; "before my period" is a time of day. */
const BEGINS = wordList(
  "this it taking starting getting going using that being switching the birth these buying trying coming having hand",
);
const BEGAN = wordList("got started took was went had began tried used came switched even bought");
const STATES = wordList("had have been suffered struggled dealt");
const USUAL = wordList("normally usually generally previously originally formerly");
const COMPARES = wordList("than as ever like since");
const LEAVES = wordList("off stopping quitting removed removal removing without");
const LEFT = wordList("stopped quit stop");
const TAKES = wordList("taking using it this");
/**
 * How far around a burden its clause is read, in words: few clauses have more. In one of thousands of burdens without a
 * comma each would read all of it, which took minutes.
 */
export const FARTHEST = 40;

/** Whether a burden is told of other people: "I read that women gained weight". */
export function isOfOtherPeople(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - PEOPLE_REACH); index--) {
    const text = textAt(words, index);
    if (text === "i" || text === "me" || text === "my") return false;
    if (OTHER_PEOPLE.has(text) && (text !== "some" || textAt(words, index + 1) === "people")) {
      return !(text === "someone" || text === "anyone") || /^(?:who|else)$/.test(textAt(words, index + 1));
    }
  }
  return false;
}

/** Whether a clause tells of the time before: "I used to have acne", "before this I had cramps", "I always had headaches". */
export function isBeforehand(words: readonly Word[], at: number): boolean {
  const { from, to } = partAround(words, at);
  for (let index = from; index < to; index++) if (isTimeBefore(words, index, at)) return true;
  // "Before this, I had cramps": the opening of a clause tells of all of it.
  return isTimeBefore(words, 0, at) || isTimeBefore(words, 1, at);
}

/** Whether a word tells that what is named at a place was before. */
function isTimeBefore(words: readonly Word[], index: number, at: number): boolean {
  const [text, next] = [textAt(words, index), textAt(words, index + 1)];
  if (index < at) {
    if (text === "used" && next === "to") return true;
    if (USUAL.has(text) && at - index <= 4) return true;
    if (text === "always" && STATES.has(next)) return true;
    if ((text === "had" || text === "i'd") && next === "never") return true;
    // "I've never had acne and have started breaking out."
    if (text === "never" && (next === "had" || next === "experienced") && isBegunAfter(words, at)) return true;
  }
  if (text === "prior" && next === "to") return true;
  if (text !== "before" || COMPARES.has(textAt(words, index - 1))) return false;
  if (next === "" || words[index + 1]?.isAfterBreak === true || BEGINS.has(next)) return true;
  return next === "i" && BEGAN.has(textAt(words, index + 2));
}

/** Whether a clause tells how it was without the thing: "since I stopped taking it my acne cleared up". */
export function isWithout(words: readonly Word[], at: number): boolean {
  for (let index = Math.max(0, at - FARTHEST); index < Math.min(words.length, at + FARTHEST); index++) {
    const text = textAt(words, index);
    if (LEAVES.has(text) && text !== "without") return true;
    if ((LEFT.has(text) || text === "without") && TAKES.has(textAt(words, index + 1))) return true;
  }
  return false;
}

/** The words around a place up to a comma or the like. */
function partAround(words: readonly Word[], at: number): { readonly from: number; readonly to: number } {
  let [from, to] = [at, at + 1];
  while (from > Math.max(0, at - FARTHEST) && words[from]?.isAfterBreak !== true) from--;
  while (to < Math.min(words.length, at + FARTHEST) && words[to]?.isAfterBreak !== true) to++;
  return { from, to };
}

const BEGINS_WITHIN = 12;

function isBegunAfter(words: readonly Word[], at: number): boolean {
  return words.slice(at + 1, at + 1 + BEGINS_WITHIN).some(({ text }, index, rest) =>
    text === "until" || text === "till" || /^(?:and|but|now)$/.test(text) &&
      rest.slice(index, index + 5).some(({ text }) => /^(?:started|starting|began|now|suddenly)$/.test(text))
  );
}
