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
  const near = clause.polarWords.filter(({ at, length, isCertain }) => {
    // What is said of another burden: "light periods and no cramps".
    if (isCertain === true) return false;
    while ((places[place] ?? Infinity) < at - BEHIND) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + AHEAD;
  });
  return scorePolarWords(clause, [...inItsPart(clause.words, places, near), ...absences(clause, places)]);
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
  const own = near.filter(({ at, length }) =>
    places.some((place) => isOnePart(words, Math.min(place, at), Math.max(place, at + length - 1)))
  );
  return own.length === 0 ? near : own;
}

/** Whether no comma stands between two words. */
function isOnePart(words: readonly Word[], from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak) return false;
  return true;
}

function absences({ words, polarWords, others }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  return places.flatMap((at) => {
    const isOpinion = polarWords.some((word) =>
      word.at <= at && at < word.at + word.length && Math.abs(word.strength) >= WEAK
    );
    if (isOpinion || others !== null && at >= others[0] && at < others[1]) return [];
    const strength = absenceOf(words, at);
    return strength === 0 ? [] : [{ at, length: 1, strength }];
  });
}
