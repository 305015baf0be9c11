import type { PolarWord } from "../../sentiment/polar_word.ts";
import type { ScoredClause } from "../../sentiment/score_sentence.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";

/** What stands between an opinion and another thing than the one it is said of. */
const PARTS = wordList(
  "and or but nor for with of to in on at from by than because when while as that which who if so then was is are were be been " +
    "had has have though although plus",
);
/** What joins two subjects: "the food and the service were great". */
const JOINS = wordList("and or nor the a an our my their his both as well also plus & all");
/** "Happy with the food", "impressed by our waiter". */
const COMPLEMENTS = wordList("with by about at");
/** A thing behind one of these tells when or for what something was: "after dinner", "before our food arrived". */
const WHEN = wordList("before after during until till throughout upon prior");
const OWNED = wordList("my our another some any more");
const DETERMINERS = wordList("the a an my our your their his her this that first main second last whole entire");
const BEING = wordList(
  "was is were are wasn't weren't isn't aren't tasted came arrived took had has looked seemed smelled felt got",
);
/** From the beginning of a clause a thing is its subject, in words. */
const SUBJECT = 2;
/** How far behind an opinion its noun may stand: "great French food". */
const ATTRIBUTIVE = 3;
const JOINED = 5;
const SUBJECT_REACH = 5;
const IS_VERY = wordList(
  "is are was were be been looks looked seems seemed a bit very so too really quite rather pretty extremely always all also little not " +
    "isn't wasn't aren't weren't",
);

/** For each opinion in turn the first and the last of the places of which it is said. */
export function ownersOf(
  { words, polarWords }: ScoredClause,
  all: readonly number[],
): readonly (readonly [first: number, last: number])[] {
  const opinions = new Set(polarWords.map(({ at }) => at));
  const isRow = (from: number, to: number) => areJoined(words, from, to, opinions);
  let next = 0;
  return polarWords.map((opinion) => {
    while (next < all.length && all[next]! < opinion.at) next++;
    return ownersAt(words, opinion, all, next, isRow);
  });
}

function ownersAt(
  words: readonly Word[],
  { at, length }: PolarWord,
  all: readonly number[],
  next: number,
  isRow: (from: number, to: number) => boolean,
): readonly [number, number] {
  const end = at + length - 1;
  const right = all[next];
  const before = all[next - 1];
  // "Overpriced", "rude": the word of opinion is that of an aspect.
  if (right !== undefined && right <= end) {
    const after = all[next + 1];
    if (before !== undefined && isSubjectOf(words, before, at)) return [before, right];
    return after !== undefined && after > end && isAttributive(words, end, after) ? [right, after] : [right, right];
  }
  if (right !== undefined && isAttributive(words, end, right)) {
    let last = next;
    while (last + 1 < all.length && isRow(all[last]!, all[last + 1]!)) last++;
    // "Nice hall, parking is less": what a verb follows begins anew.
    const isAnew = last > next && words[all[last]!]!.isAfterBreak && BEING.has(textAt(words, all[last]! + 1));
    return [right, all[isAnew ? last - 1 : last]!];
  }
  if (before !== undefined) {
    let last = next - 1;
    while (last > 0 && isAside(words, all[last]!)) last--;
    if (isAside(words, all[last]!)) last = next - 1;
    let first = last;
    while (first > 0 && isRow(all[first - 1]!, all[first]!)) first--;
    return [all[first]!, all[last]!];
  }
  return [right ?? -1, right ?? -1];
}

/** "The rooms are very dirty": of the rooms as well, where "dirty" is a word of another aspect. */
function isSubjectOf(words: readonly Word[], place: number, opinion: number): boolean {
  if (opinion - place > SUBJECT_REACH) return false;
  for (let index = place + 1; index <= opinion; index++) {
    if (words[index]?.isAfterBreak || index < opinion && !IS_VERY.has(textAt(words, index))) return false;
  }
  return true;
}

function isAttributive(words: readonly Word[], end: number, place: number): boolean {
  const isComplement = COMPLEMENTS.has(textAt(words, end + 1)) && !words[end + 1]?.isAfterBreak;
  if (place - end > ATTRIBUTIVE + Number(isComplement)) return false;
  for (let index = end + 1 + Number(isComplement); index <= place; index++) {
    if (words[index]?.isAfterBreak || index < place && PARTS.has(textAt(words, index))) return false;
  }
  return true;
}

/** Whether only joining words stand between two things; commas may. */
function areJoined(words: readonly Word[], from: number, to: number, opinions: ReadonlySet<number>): boolean {
  if (to - from > JOINED) return false;
  let isJoined = to === from + 1 || words[to]?.isAfterBreak === true;
  for (let index = from + 1; index < to; index++) {
    const text = textAt(words, index);
    if (opinions.has(index) || !JOINS.has(text) && index > from + 1) return false;
    if (text === "and" || text === "or" || text === "nor" || words[index]?.isAfterBreak) isJoined = true;
  }
  return isJoined;
}

/** Whether a thing is only named on the way: "spilled my drink", "before our food arrived". */
function isAside(words: readonly Word[], place: number): boolean {
  if (isOfTime(words, place)) return true;
  return place > SUBJECT && OWNED.has(textAt(words, place - 1)) && !BEING.has(textAt(words, place + 1));
}

/** Whether a thing only tells when something was: "after dinner". */
function isOfTime(words: readonly Word[], place: number): boolean {
  for (let index = place - 1; index >= Math.max(0, place - ATTRIBUTIVE); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    const text = textAt(words, index);
    if (WHEN.has(text)) return true;
    if (!DETERMINERS.has(text)) return false;
  }
  return false;
}
