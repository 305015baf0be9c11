import type { PolarWord } from "./polar_word.ts";
import { type Clause, splitClauses } from "../text/clause_split.ts";
import { polarWords, scorePolarWords } from "./score_clause.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";

/** A clause with its opinion words and its score, -1 to 1. */
export interface ScoredClause extends Clause {
  readonly polarWords: readonly PolarWord[];
  readonly score: number;
}

/** A sentence with its clauses; scores are from -1 to 1. */
export interface ScoredSentence {
  readonly clauses: readonly ScoredClause[];
  readonly score: number;
}

/** Minimum absolute score of an opinion. */
export const SILENCE = 0.05;
/** Weight of clauses before a "but"; those after it weigh 1. */
const BEFORE_TURN = 0.3;

/** Scores a sentence: the weighted mean of its clauses that carry an opinion; 0 without any. */
export function scoreSentence(sentence: string, lexicon: SentimentLexicon): ScoredSentence {
  const clauses = splitClauses(sentence).map((clause) => scoredClause(clause, polarWords(clause, lexicon)));
  return sentenceOf(clauses);
}

/** A clause with the opinions that count in it. */
export function scoredClause(clause: Clause, polarWords: readonly PolarWord[]): ScoredClause {
  const { text, start, words, isTurn, isQuestion, exclamations } = clause;
  const score = scorePolarWords(clause, polarWords);
  // No object spread: V8 keeps properties added to a copy (`...`) in a second object. It also compiles code for each
  // form of clause.
  return { text, start, words, isTurn, isQuestion, exclamations, polarWords, score };
}

/** A sentence of scored clauses. */
export function sentenceOf(clauses: readonly ScoredClause[]): ScoredSentence {
  const turn = clauses.findLastIndex(({ isTurn, score }) => isTurn && Math.abs(score) >= SILENCE);
  let [sum, weights] = [0, 0];
  for (let index = 0; index < clauses.length; index++) {
    const { score } = clauses[index]!;
    if (Math.abs(score) < SILENCE) continue;
    const weight = index < turn ? BEFORE_TURN : 1;
    sum += weight * score;
    weights += weight;
  }
  return { clauses, score: weights === 0 ? 0 : sum / weights };
}
