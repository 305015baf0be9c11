import { type Clause, splitClauses } from "../text/clause_split.ts";
import { isExclamation } from "./irony_strength.ts";
import type { PolarWord } from "./polar_word.ts";
import { polarWords, scorePolarWords } from "./score_clause.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { isComparative, toldOfOthers, type WordRange } from "./told_of_others.ts";

/** A clause with its opinion words and its score, -1 to 1. */
export interface ScoredClause extends Clause {
  /** Without those of somebody else than the business; a comparison with the business is turned around. */
  readonly polarWords: readonly PolarWord[];
  readonly score: number;
  /** The words that tell of somebody else than the business. */
  readonly others: WordRange | null;
}

/** A sentence with its clauses; scores are from -1 to 1. */
export interface ScoredSentence {
  readonly clauses: readonly ScoredClause[];
  readonly score: number;
}

/** Scores nearer to 0 than this carry no opinion. */
export const SILENCE = 0.05;
/** Weight of clauses before a "but"; those after it weigh 1. */
const BEFORE_TURN = 0.3;

/** The score of a sentence: the weighted mean of its clauses that carry an opinion; 0 without any. */
export function scoreSentence(sentence: string, lexicon: SentimentLexicon): ScoredSentence {
  const split = splitClauses(sentence);
  const othersIn = toldOfOthers(split);
  let before: readonly PolarWord[] = [];
  const clauses = split.map((clause, index) => {
    const others = othersIn[index] ?? null;
    const found = isBareDenial(clause) && before.length > 0 ? denied(before) : polarWords(clause, lexicon);
    before = found;
    const words = others === null ? found : ofTheBusiness(clause, found, others);
    const { text, start, words: all, isTurn, isQuestion, exclamations } = clause;
    const score = scorePolarWords(clause, words);
    // Written out: V8 keeps what is added to a copy (`...`) in a second object.
    return { text, start, words: all, isTurn, isQuestion, exclamations, polarWords: words, score, others };
  });
  const [first, next] = clauses;
  if (first === undefined || next === undefined || next.score > MEANT || next.isTurn || !isExclamation(first.words)) {
    return sentenceOf(clauses);
  }
  // "Brilliant, they lost my order again."
  return sentenceOf(clauses.with(0, { ...first, polarWords: [], score: 0 }));
}

/** A sentence of scored clauses. */
export function sentenceOf(clauses: readonly ScoredClause[]): ScoredSentence {
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

/** "My last plumber was rude" says nothing of the business, "was friendlier" does. */
function ofTheBusiness({ words }: Clause, found: readonly PolarWord[], [from, to]: WordRange): readonly PolarWord[] {
  return found.flatMap((word) => {
    if (word.at < from || word.at >= to) return [word];
    const isCompared = words.slice(Math.max(from, word.at - 1), word.at + word.length)
      .some(({ text }) => isComparative(text));
    return isCompared ? [{ ...word, strength: -word.strength }] : [];
  });
}

/** A score of what follows an exclamation that shows it to be ironic. */
const MEANT = -0.15;
const DENIALS = new Set(["didn't", "don't", "doesn't", "wasn't", "weren't", "isn't", "aren't"]);
const DENIED_BY_NOT = new Set(["did", "do", "does", "was", "were", "is", "are"]);
const LONGEST_BARE_DENIAL = 6;

/** "But they did not" denies the clause before. */
function isBareDenial({ words }: Clause): boolean {
  if (words.length > LONGEST_BARE_DENIAL) return false;
  const last = words[words.length - 1]?.text ?? "";
  return last === "not" ? DENIED_BY_NOT.has(words[words.length - 2]?.text ?? "") : DENIALS.has(last);
}

function denied(said: readonly PolarWord[]): readonly PolarWord[] {
  return [{ at: 0, length: 1, strength: -0.7 * said.reduce((sum, { strength }) => sum + strength, 0) }];
}
