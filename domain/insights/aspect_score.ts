import { scorePolarWords } from "./score_clause.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "./score_sentence.ts";

/** Opinions further away than this many words are about something else. */
const NEAR = 4;
/** What a sentence's score counts where nothing near the aspect carries an opinion. */
const SENTENCE = 0.1;

/**
 * Scores what a clause says of an aspect, from -1 to 1: from the opinions near its words, or else
 * from a little of the sentence.
 *
 * @param places Indexes of the aspect's words in the clause, ascending.
 */
export function aspectScore(clause: ScoredClause, places: readonly number[], sentence: ScoredSentence): number {
  let place = 0;
  const near = clause.polarWords.filter(({ at, length }) => {
    while ((places[place] ?? Infinity) < at - NEAR) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + NEAR;
  });
  const score = scorePolarWords(clause, near);
  return Math.abs(score) < SILENCE ? SENTENCE * sentence.score : score;
}
