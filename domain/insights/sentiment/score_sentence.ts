import { type Clause, splitClauses } from "../text/clause_split.ts";
import { type PolarWord, polarWords, scorePolarWords } from "./score_clause.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";

/** A clause with its score, from -1 to 1, and the words that make it. */
export interface ScoredClause extends Clause {
  readonly polarWords: readonly PolarWord[];
  readonly score: number;
}

/** A sentence with its clauses; scores are from -1 to 1. */
export interface ScoredSentence {
  readonly clauses: readonly ScoredClause[];
  readonly score: number;
}

/** A score nearer to 0 than this says nothing. */
export const SILENCE = 0.05;
/** What stands before "but" weighs less than what follows. */
const BEFORE_TURN = 0.3;

/** Scores a sentence: the mean of the clauses that carry an opinion. */
export function scoreSentence(sentence: string, lexicon: SentimentLexicon): ScoredSentence {
  const clauses = splitClauses(sentence).map((clause) => {
    const words = polarWords(clause, lexicon);
    return { ...clause, polarWords: words, score: scorePolarWords(clause, words) };
  });
  const turn = clauses.findLastIndex(({ isTurn, score }) => isTurn && Math.abs(score) >= SILENCE);
  let [sum, weights] = [0, 0];
  clauses.forEach(({ score }, index) => {
    if (Math.abs(score) < SILENCE) return;
    const weight = index < turn ? BEFORE_TURN : 1;
    sum += weight * score;
    weights += weight;
  });
  return { clauses, score: weights === 0 ? 0 : sum / weights };
}
