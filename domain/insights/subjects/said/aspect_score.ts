import type { PolarWord } from "../../sentiment/polar_word.ts";
import { scorePolarWords } from "../../sentiment/score_clause.ts";
import type { ScoredClause } from "../../sentiment/score_sentence.ts";
import type { Word } from "../../text/words_of.ts";
import { firstFrom } from "./shared_clause.ts";
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
  const near = withoutCertain(opinions ?? opinionsNear(clause.polarWords, places));
  const absent = absences(clause, places);
  const own = inItsPart(clause.words, places, near);
  return scorePolarWords(clause, absent.length === 0 ? own : [...own, ...absent]);
}

function withoutCertain(opinions: readonly PolarWord[]): readonly PolarWord[] {
  return opinions.some(({ isCertain }) => isCertain === true)
    ? opinions.filter(({ isCertain }) => isCertain !== true)
    : opinions;
}

/** The opinions near one of the places. */
function opinionsNear(opinions: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  let place = 0;
  return opinionsAround(opinions, places).filter(({ at, length }) => {
    while ((places[place] ?? Infinity) < at - BEHIND) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + AHEAD;
  });
}

/** For each of many opinions the end of what it and those before it cover: what asks for something may cover others. */
const endsOf = new WeakMap<readonly PolarWord[], readonly number[]>();

/** All opinions of a clause that may tell of some places, in their order, and perhaps others. */
function opinionsAround(opinions: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  const [first, last] = [places[0], places.at(-1)];
  if (opinions.length <= FEW || first === undefined || last === undefined) return opinions;
  let ends = endsOf.get(opinions);
  if (ends === undefined) {
    let end = 0;
    ends = opinions.map(({ at, length }) => end = Math.max(end, at + length));
    endsOf.set(opinions, ends);
  }
  let to = firstFrom(ends, first - AHEAD + 1);
  const from = to;
  while (to < opinions.length && opinions[to]!.at <= last + BEHIND) to++;
  return opinions.slice(from, to);
}

/**
 * What decides alone of an aspect: the words that cover one of its words (see `OwnOpinion`); of one without, as of the
 * whole clause, those that cover that.
 */
export function certainWords({ polarWords, words }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  if (places.length === 0) {
    const [first] = polarWords;
    return first?.isCertain === true && first.length === words.length ? [first] : NONE;
  }
  const around = opinionsAround(polarWords, places);
  return around.some(({ isCertain }) => isCertain === true)
    ? around.filter(({ at, length, isCertain }) =>
      isCertain === true && (places[firstFrom(places, at)] ?? Infinity) < at + length
    )
    : NONE;
}

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

function absences({ words, polarWords }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  let found: PolarWord[] | null = null;
  for (const at of places) {
    const strength = absenceOf(words, at);
    if (strength !== 0 && !isOpinion(polarWords, at)) (found ??= []).push({ at, length: 1, strength });
  }
  return found ?? NONE;
}

/** Whether a word is one of a clear opinion itself. */
function isOpinion(opinions: readonly PolarWord[], place: number): boolean {
  return opinionsAround(opinions, [place]).some(({ at, length, strength }) =>
    at <= place && place < at + length && Math.abs(strength) >= WEAK
  );
}
