import { scorePolarWords } from "../sentiment/score_clause.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";

/** How many words after an opinion its subject may stand: "great, really great food". */
const AHEAD = 3;
/** How many words before an opinion its subject may stand: "the food they brought was great". */
const BEHIND = 5;

/**
 * The score of an aspect in a clause, -1 to 1, from the opinion words near the aspect's words; 0 without any.
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
