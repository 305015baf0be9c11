import type { PolarWord } from "../sentiment/polar_word.ts";
import { scorePolarWords } from "../sentiment/score_clause.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";
import type { Word } from "../text/words_of.ts";
import { firstFrom } from "./shared_clause.ts";
import { absenceOf } from "./absence.ts";

/** How many words after an opinion its subject may stand: "great, really great food". */
const AHEAD = 3;
/** How many words before an opinion its subject may stand: "the food they brought was great". */
const BEHIND = 5;
/** A weaker word of opinion, such as "wait", leaves it to the words around it. */
const WEAK = 1;

/**
 * The score of an aspect in a clause, -1 to 1, from the opinion words near the aspect's words and from what is said to
 * be absent; 0 without any. Of a row such as "skilled man, rude dispatcher" only the part counts in which the aspect
 * stands, if it has an opinion.
 *
 * @param places Indexes of the aspect's words in the clause, ascending.
 * @param opinions Those that are said of it, where others of the clause are said of other aspects; null for those near.
 */
export function aspectScore(
  clause: ScoredClause,
  places: readonly number[],
  opinions: readonly PolarWord[] | null = null,
): number {
  const certain = certainWords(clause, places);
  if (certain.length > 0) return scorePolarWords(clause, certain);
  // What is certain is said of another burden: "light periods and no cramps".
  const near = (opinions ?? opinionsNear(clause.polarWords, places)).filter(({ isCertain }) => isCertain !== true);
  const absent = absences(clause, places);
  const own = inItsPart(clause.words, places, near);
  return scorePolarWords(clause, absent.length === 0 ? own : [...own, ...absent]);
}

/** The opinions near one of the places. A text may be one clause of thousands of words: only what is near is looked at. */
function opinionsNear(opinions: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  const near: PolarWord[] = [];
  let next = 0;
  for (const place of places) {
    next = Math.max(next, firstEndingFrom(opinions, place - AHEAD));
    for (; next < opinions.length && opinions[next]!.at <= place + BEHIND; next++) near.push(opinions[next]!);
  }
  return near;
}

/** Index of the first opinion whose last word is at a place or behind it. */
function firstEndingFrom(opinions: readonly PolarWord[], place: number): number {
  let [low, high] = [0, opinions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { at, length } = opinions[middle]!;
    if (at + length - 1 < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What decides alone of an aspect: the words that cover one of its words (see `OwnOpinion`). */
export function certainWords({ polarWords }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  return polarWords.some(({ isCertain }) => isCertain === true)
    ? polarWords.filter(({ at, length, isCertain }) =>
      isCertain === true && places.some((place) => place >= at && place < at + length)
    )
    : NONE;
}

const NONE: readonly PolarWord[] = [];

function inItsPart(
  words: readonly Word[],
  places: readonly number[],
  near: readonly PolarWord[],
): readonly PolarWord[] {
  if (near.length < 2) return near;
  const own = near.filter(({ at, length }) => {
    // A comma-free way to a place further off goes through the nearest one on that side.
    const next = firstFrom(places, at);
    return [places[next - 1], places[next]].some((place) =>
      place !== undefined && isOnePart(words, Math.min(place, at), Math.max(place, at + length - 1))
    );
  });
  return own.length === 0 ? near : own;
}

/** Whether no comma stands between two words. */
function isOnePart(words: readonly Word[], from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak) return false;
  return true;
}

function absences({ words, polarWords, others }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  return places.flatMap((at) => {
    const word = polarWords[firstEndingFrom(polarWords, at)];
    const isOpinion = word !== undefined && word.at <= at && Math.abs(word.strength) >= WEAK;
    if (isOpinion || others !== null && at >= others[0] && at < others[1]) return [];
    const strength = absenceOf(words, at);
    return strength === 0 ? [] : [{ at, length: 1, strength }];
  });
}
