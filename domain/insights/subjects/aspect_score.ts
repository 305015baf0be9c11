import type { PolarWord } from "../sentiment/polar_word.ts";
import { scorePolarWords } from "../sentiment/score_clause.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";
import type { Word } from "../text/words_of.ts";
import { absenceOf } from "./absence.ts";

/** How many words after an opinion its subject may stand: "great, really great food". */
const AHEAD = 3;
/** How many words before an opinion its subject may stand: "the food they brought was great". */
const BEHIND = 5;
/** A weaker word of opinion, such as "wait", leaves it to the words around it. */
const WEAK = 1;
/** Of so many opinions all are looked at; of more, as in a text of a thousand tags, those around the place. */
const FEW = 16;
const NONE: readonly PolarWord[] = [];

/**
 * The score of an aspect in a clause, -1 to 1, from the opinion words near the aspect's words and from what is said to
 * be absent; 0 without any. Of a row such as "skilled man, rude dispatcher" only the part counts in which the aspect
 * stands, if it has an opinion.
 *
 * @param places Indexes of the aspect's words in the clause, ascending.
 */
export function aspectScore(clause: ScoredClause, places: readonly number[]): number {
  const certain = certainWords(clause, places);
  if (certain.length > 0) return scorePolarWords(clause, certain);
  let place = 0;
  const near = opinionsAround(clause.polarWords, places).filter(({ at, length, isCertain }) => {
    // What is said of another burden: "light periods and no cramps".
    if (isCertain === true) return false;
    while ((places[place] ?? Infinity) < at - BEHIND) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + AHEAD;
  });
  return scorePolarWords(clause, [...inItsPart(clause.words, places, near), ...absences(clause, places)]);
}

/** What decides alone of an aspect: the words that cover one of its words (see `OwnOpinion`). */
export function certainWords({ polarWords }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  const around = opinionsAround(polarWords, places);
  return around.some(({ isCertain }) => isCertain === true)
    ? around.filter(({ at, length, isCertain }) =>
      isCertain === true &&
      (places[firstIndex(places.length, (index) => places[index]! >= at)] ?? Infinity) < at + length
    )
    : NONE;
}

/** For each of many opinions the end of what it and those before it cover. */
const endsOf = new WeakMap<readonly PolarWord[], readonly number[]>();

/** All opinions of a clause that may tell of some places, ascending, and perhaps others. */
function opinionsAround(polarWords: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  const [first, last] = [places[0], places.at(-1)];
  if (polarWords.length <= FEW || first === undefined || last === undefined) return polarWords;
  let ends = endsOf.get(polarWords);
  if (ends === undefined) {
    let end = 0;
    ends = polarWords.map(({ at, length }) => end = Math.max(end, at + length));
    endsOf.set(polarWords, ends);
  }
  const from = firstIndex(ends.length, (index) => ends[index]! + AHEAD > first);
  return polarWords.slice(from, firstIndex(ends.length, (index) => polarWords[index]!.at > last + BEHIND));
}

/** The first index from which on something holds, of a list in which it goes on to hold; the length if there is none. */
function firstIndex(length: number, holds: (index: number) => boolean): number {
  let [from, to] = [0, length];
  while (from < to) {
    const middle = from + to >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** Of opinions near an aspect those with no comma between them and one of its words; all if there are none. */
function inItsPart(
  words: readonly Word[],
  places: readonly number[],
  near: readonly PolarWord[],
): readonly PolarWord[] {
  if (near.length < 2) return near;
  const from = Math.min(near[0]?.at ?? 0, places[0] ?? 0);
  let to = places.at(-1) ?? 0;
  for (const { at, length } of near) to = Math.max(to, at + length - 1);
  // How many commas and the like stand before each word.
  const breaks = [0];
  for (let index = from + 1; index <= to; index++) {
    breaks.push((breaks[index - from - 1] ?? 0) + (words[index]?.isAfterBreak === true ? 1 : 0));
  }
  const parts = new Set(places.map((place) => breaks[place - from]));
  const own = near.filter(({ at, length }) => {
    const part = breaks[at - from];
    return part === breaks[at + length - 1 - from] && parts.has(part);
  });
  return own.length === 0 ? near : own;
}

function absences({ words, polarWords, others }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  return places.flatMap((at) => {
    const isOpinion = opinionsAround(polarWords, [at]).some((word) =>
      word.at <= at && at < word.at + word.length && Math.abs(word.strength) >= WEAK
    );
    if (isOpinion || others !== null && at >= others[0] && at < others[1]) return [];
    const strength = absenceOf(words, at);
    return strength === 0 ? [] : [{ at, length: 1, strength }];
  });
}
