import { counts } from "../rule_groups.ts";
import { type Clause, splitClauses } from "../text/clause_split.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { isNegator } from "./negation.ts";
import type { PolarWord } from "./polar_word.ts";
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

/** Scores nearer to 0 than this carry no opinion. */
export const SILENCE = 0.05;
/** Weight of clauses before a "but"; those after it weigh 1. */
const BEFORE_TURN = 0.3;

/** The score of a sentence: the weighted mean of its clauses that carry an opinion; 0 without any. */
export function scoreSentence(sentence: string, lexicon: SentimentLexicon): ScoredSentence {
  const split = splitClauses(sentence);
  let before: readonly PolarWord[] = [];
  const clauses: ScoredClause[] = [];
  for (let index = 0; index < split.length; index++) {
    const clause = split[index]!;
    const said = isBareDenial(clause) && before.length > 0 ? denied(before) : polarWords(clause, lexicon);
    const found = said.length > 0 && split[index + 1]?.isTurn === true && isFear(clause.words) ? NO_OPINION : said;
    before = found;
    clauses.push(scoredClause(clause, found));
  }
  return sentenceOf(clauses);
}

/** A clause with the opinions that count in it. */
export function scoredClause(clause: Clause, polarWords: readonly PolarWord[]): ScoredClause {
  const { text, start, words, isTurn, isQuestion, exclamations } = clause;
  const score = scorePolarWords(clause, polarWords);
  // Written out: V8 keeps what is added to a copy (`...`) in a second object, and what reads clauses of two forms is
  // compiled for each.
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

const FEARS = wordList(
  "worried nervous concerned sceptical skeptical anxious apprehensive unsure doubtful hesitant afraid dreading",
);
const HEARD = wordList("told heard read warned");
/** "I was told" by staff is what they said. */
const BEFORE_HEARD = wordList("had i'd we'd been also was were i we");
/** What somebody always feels is not of this visit: "my dog hates the vet, but". */
const AVERSIONS = wordList("hate hates dread dreads scared terrified petrified");

/** "I had heard that", "I was told the food was", with a judgement of what is named behind it. */
function isHearsay(words: readonly Word[], at: number): boolean {
  if (!HEARD.has(textAt(words, at)) || !BEFORE_HEARD.has(textAt(words, at - 1))) return false;
  if (!/^(?:i|we|i'd|we'd|and|but)$/.test(textAt(words, 0))) return false;
  return words.slice(at + 2, at + 7).some(({ text }) => /^(?:was|were|is|are|can|could|had|have)$/.test(text));
}

const NO_OPINION: readonly PolarWord[] = [];

/** "We were worried about the size", "I was told it was dear", "I wasn't expecting much", before a "but". */
function isFear(words: readonly Word[]): boolean {
  if (!counts("aversions")) return false;
  if (isLowExpectation(words)) return true;
  // "Was sceptical about the course."
  if (FEARS.has(textAt(words, 0)) || textAt(words, 0) === "was" && FEARS.has(textAt(words, 1))) return true;
  for (let at = 1; at < words.length; at++) {
    if (isHearsay(words, at)) return true;
    const isAversion = AVERSIONS.has(textAt(words, at));
    if (!isAversion && !FEARS.has(textAt(words, at))) continue;
    return words.slice(Math.max(0, at - 4), at).some(({ text }) =>
      /^(?:i|we|i'm|we're)$/.test(text) || isAversion && /^(?:my|our|he|she|who)$/.test(text)
    );
  }
  return false;
}

function isLowExpectation(words: readonly Word[]): boolean {
  return words.some(({ text }, at) => {
    const next = textAt(words, at + 1);
    return /^expect(?:ing|ed)?$/.test(text) && /^(?:much|a|great|miracles|anything)$/.test(next) &&
        isNegator(textAt(words, at - 1)) ||
      /^(?:low|no)$/.test(text) && next === "expectations" ||
      (text === "my" || text === "our") && /^(?:doubts|reservations)$/.test(next) && textAt(words, at - 1) === "had";
  });
}

const DENIALS = new Set(["didn't", "don't", "doesn't", "wasn't", "weren't", "isn't", "aren't"]);
const DENIED_BY_NOT = new Set(["did", "do", "does", "was", "were", "is", "are"]);
const LONGEST_BARE_DENIAL = 6;

/** "But they did not" denies the clause before. */
function isBareDenial({ words }: Clause): boolean {
  if (!counts("denials") || words.length > LONGEST_BARE_DENIAL) return false;
  const last = words[words.length - 1]?.text ?? "";
  return last === "not" ? DENIED_BY_NOT.has(words[words.length - 2]?.text ?? "") : DENIALS.has(last);
}

function denied(said: readonly PolarWord[]): readonly PolarWord[] {
  return [{ at: 0, length: 1, strength: -0.7 * said.reduce((sum, { strength }) => sum + strength, 0) }];
}
