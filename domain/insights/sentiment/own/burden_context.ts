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

/** Whether a burden is told of other people: "I read that women gained weight". */
export function isOfOtherPeople(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - PEOPLE_REACH); index--) {
    const text = textAt(words, index);
    if (text === "i" || text === "me" || text === "my") return false;
    if (OTHER_PEOPLE.has(text) && (text !== "some" || textAt(words, index + 1) === "people")) {
      return !(text === "someone" || text === "anyone") || textAt(words, index + 1) === "who";
    }
  }
  return false;
}

/** Whether a clause tells of the time before: "I used to have acne", "before this I had cramps", "I always had headaches". */
export function isBeforehand(words: readonly Word[], at: number): boolean {
  for (let index = 0; index < words.length; index++) {
    const [text, next] = [textAt(words, index), textAt(words, index + 1)];
    const isHere = index <= 1 || !isApart(words, Math.min(index, at), Math.max(index, at));
    if (!isHere) continue;
    if (index < at) {
      if (text === "used" && next === "to") return true;
      if (USUAL.has(text) && at - index <= 4) return true;
      if (text === "always" && STATES.has(next)) return true;
      if ((text === "had" || text === "i'd") && next === "never") return true;
    }
    if (text === "prior" && next === "to") return true;
    if (text !== "before" || COMPARES.has(textAt(words, index - 1))) continue;
    if (next === "" || words[index + 1]?.isAfterBreak === true || BEGINS.has(next)) return true;
    if (next === "i" && BEGAN.has(textAt(words, index + 2))) return true;
  }
  return false;
}

/** Whether a clause tells how it was without the thing: "since I stopped taking it my acne cleared up". */
export function isWithout(words: readonly Word[]): boolean {
  return words.some(({ text }, index) =>
    LEAVES.has(text) && text !== "without" || LEFT.has(text) && TAKES.has(textAt(words, index + 1)) ||
    text === "without" && TAKES.has(textAt(words, index + 1))
  );
}

/** Whether a comma or the like stands between two words. */
function isApart(words: readonly Word[], from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak === true) return true;
  return false;
}
