import { scorePolarWords } from "../sentiment/score_clause.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";

/** So many words an opinion may stand before what it is about: "great, really great food". */
const AHEAD = 3;
/** So many words it may follow what it is about: "the food they brought was great". */
const BEHIND = 5;

/**
 * Scores what a clause says of an aspect, from -1 to 1: from the opinions near its words; 0 without one.
 *
 * @param places Indexes of the aspect's words in the clause, ascending.
 */
export function aspectScore(clause: ScoredClause, places: readonly number[]): number {
  let place = 0;
  const near = clause.polarWords.filter(({ at, length }) => {
    while ((places[place] ?? Infinity) < at - BEHIND) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + AHEAD;
  });
  return scorePolarWords(clause, near);
}
