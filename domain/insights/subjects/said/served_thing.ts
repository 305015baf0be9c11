import type { PolarWord } from "../../sentiment/polar_word.ts";
import type { ScoredClause } from "../../sentiment/score_sentence.ts";
import { wordList } from "../../text/word_list.ts";
import type { Word } from "../../text/words_of.ts";
import { isThing } from "./brought_things.ts";
import { type Serving, servingOf } from "./serving.ts";

const MOST = 16;
/** What takes up a thing: "when it came it was cold". */
const TAKES_UP = wordList("it it's they they're which both");

/**
 * Whether a clause tells of a thing only how it was brought, which is said of the service: "our drinks took 40 minutes",
 * "they forgot my drink", "asked three times for the bill". Not where it is judged as well: "waited ages for cold food".
 *
 * @param places Indexes of the words for the thing, ascending.
 * @param opinions Those of the clause that are said of it.
 */
export function isOnlyServed(
  { words, polarWords }: ScoredClause,
  places: readonly number[],
  opinions: readonly PolarWord[],
): boolean {
  // A model has found it, in no word; or a text of a thousand dishes is no sentence.
  if (places.length === 0 || places.length > MOST) return false;
  for (const place of places) if (!isThing(words[place]!) && !isThingBehind(words, place)) return false;
  const servings: Serving[] = [];
  for (const place of places) {
    const serving = servingOf(words, isThing(words[place]!) ? place : place + 1);
    if (serving === null) return false;
    servings.push(serving);
  }
  const isOfServing = ({ at }: PolarWord) => servings.some(([from, to]) => from <= at && at < to);
  if (!opinions.every(isOfServing)) return false;
  const last = places.at(-1)!;
  const takenUp = words.findIndex(({ text }, index) => index > last && TAKES_UP.has(text));
  return takenUp === -1 || polarWords.every((opinion) => opinion.at <= takenUp || isOfServing(opinion));
}

/** "Glass of", "red wine": the term begins before the thing. */
function isThingBehind(words: readonly Word[], place: number): boolean {
  const next = words[place + 1];
  return next !== undefined && !next.isAfterBreak && isThing(next);
}
