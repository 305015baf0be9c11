import { type FeatureList, mixed, textKey } from "../model/feature_list.ts";
import { wordFeatures } from "../model/word_features.ts";
import { implicationOf, isBareFact } from "../sentiment/implied_opinion.ts";
import { isNegated, isNegator } from "../sentiment/negation.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";
import { addAround, addRow } from "./place_features.ts";

/** What a text says of one aspect. */
export interface JudgedMention {
  /** All sentences of the text. */
  readonly sentences: readonly ScoredSentence[];
  /** The clauses that speak of the aspect: place of the sentence, and of the clause in it, of each in turn. */
  readonly clauses: readonly number[];
  /** Of each of these in turn the part that tells of the aspect; null for all of it. */
  readonly parts: readonly (ScoredClause | null)[];
  /** Of each clause in turn the indexes of the aspect's words, ascending; none where a model has found it. */
  readonly places: readonly (readonly number[])[];
  /** What the rules read in the words, -1 to 1. */
  readonly ruled: number;
  /** What the text implies (see `moodOf`). */
  readonly mood: number;
}

/** Writes the features of what a text says of an aspect into a list: words, what the rules read, what stands around. */
export type PolarityFeatures = (list: FeatureList, mention: JudgedMention) => void;

const EDGE = textKey("edge");
const [STEM, PAIR, NEAR, FIRST, OPENING, LENGTH] = ["o stem", "o pair", "o near", "o first", "o opening", "o length"]
  .map(
    textKey,
  ) as [number, number, number, number, number, number];
const REST = textKey("o rest");
const DENIED = textKey("o denied");
const [QUESTION, TURN, EXCLAIMED] = ["o question", "o turn", "o exclaimed"].map(textKey) as [
  number,
  number,
  number,
];
const [FACT, MAY_PRAISE, MAY_CRITICISE, SILENT] = ["o fact", "o may praise", "o may criticise", "o silent"].map(
  textKey,
) as [number, number, number, number];
const [RULED, CLAUSE, SENTENCE, BESIDE, ELSEWHERE, MOOD] = [
  "o ruled",
  "o clause",
  "o sentence",
  "o beside",
  "o elsewhere",
  "o mood",
].map(textKey) as [number, number, number, number, number, number];
const [PRAISE, CRITICISM, SILENT_ELSEWHERE] = ["o praise", "o criticism", "o silent elsewhere"].map(textKey) as [
  number,
  number,
  number,
];
const BOUNDS = [-0.6, -0.4, -0.25, -0.1, -0.05, 0.05, 0.1, 0.25, 0.4, 0.6];
/** Parts of a score that are counted, so that a stronger one weighs more. */
const PARTS = 4;
const STRONGEST = 4;
/** Half the number of words from which on a clause is as long as any. */
const LONGEST = 8;

/** Builds what gives the features by which the trained part judges aspects. No feature is an aspect or a star. */
export function polarityFeatures(): PolarityFeatures {
  const featuresOf = wordFeatures();
  const stemOf = (word: Word) => featuresOf(word).stem;
  const mayDeny = wordMemo(({ text }) => isNegator(text) || text === "anything");

  function addWords(list: FeatureList, words: readonly Word[]): void {
    const mayBeDenied = words.some(mayDeny);
    let before = EDGE;
    for (let at = 0; at <= words.length; at++) {
      const word = words[at];
      const known = word === undefined ? null : featuresOf(word);
      const stem = known === null ? EDGE : known.stem;
      if (known !== null) {
        const denied = mayBeDenied && isNegated(words, at) ? DENIED : 0;
        list.add(mixed(STEM ^ denied, stem));
        if (known.near !== 0) list.add(mixed(NEAR ^ denied, known.near));
      }
      const pair = mixed(before, stem);
      list.add(mixed(PAIR, pair));
      if (at === 0) list.add(mixed(FIRST, stem));
      if (at === 1) list.add(mixed(OPENING, pair));
      before = stem;
    }
    list.add(mixed(LENGTH, Math.min(LONGEST, words.length >> 1)));
  }

  /** What other parts of the clause say of other aspects tells less, and otherwise. */
  function addRest(list: FeatureList, { words }: ScoredClause, part: ScoredClause): void {
    const [from, to] = [part.words[0]?.start ?? 0, part.words[part.words.length - 1]?.end ?? 0];
    for (const word of words) {
      if (word.start < from || word.end > to) list.add(mixed(REST, featuresOf(word).stem));
    }
  }

  return (list, { sentences, clauses, parts, places, ruled, mood }) => {
    list.clear();
    let [praise, criticism, score, ofSentences] = [0, 0, 0, 0];
    for (let at = 0; at < clauses.length; at += 2) {
      const sentence = sentences[clauses[at] ?? 0];
      const clause = sentence?.clauses[clauses[at + 1] ?? 0];
      if (sentence === undefined || clause === undefined) continue;
      const part = parts[at / 2] ?? clause;
      addWords(list, part.words);
      if (part !== clause) addRest(list, clause, part);
      addKind(list, clause);
      addAround(list, clause.words, places[at / 2] ?? [], stemOf);
      addRow(list, sentence, clauses[at + 1] ?? 0, part);
      for (const { strength } of part.polarWords) {
        if (strength > 0) praise += strength;
        else criticism -= strength;
      }
      score += part.score;
      ofSentences += sentence.score;
      for (let step = -1; step <= 1; step += 2) {
        const beside = (clauses[at + 1] ?? 0) + step;
        const other = sentence.clauses[beside];
        if (other !== undefined && !isClauseAt(clauses, at + 2 * step, clauses[at] ?? 0, beside)) {
          list.add(mixed(BESIDE, partOf(other.score)));
        }
      }
    }
    const count = Math.max(1, clauses.length / 2);
    addScore(list, RULED, ruled);
    addScore(list, CLAUSE, score / count);
    addScore(list, SENTENCE, ofSentences / count);
    addTimes(list, PRAISE, Math.ceil(Math.min(STRONGEST, praise)));
    addTimes(list, CRITICISM, Math.ceil(Math.min(STRONGEST, criticism)));
    const elsewhere = scoreElsewhere(sentences, clauses);
    addScore(list, ELSEWHERE, elsewhere);
    list.add(mixed(MOOD, partOf(mood)));
    if (praise > 0 || criticism > 0) return;
    list.add(SILENT);
    list.add(mixed(SILENT_ELSEWHERE, partOf(elsewhere)));
  };
}

function addKind(list: FeatureList, clause: ScoredClause): void {
  if (clause.isQuestion) list.add(QUESTION);
  if (clause.isTurn) list.add(TURN);
  if (clause.exclamations > 0) list.add(EXCLAIMED);
  if (isBareFact(clause)) list.add(FACT);
  const { praise, criticism } = implicationOf(clause);
  if (praise) list.add(MAY_PRAISE);
  if (criticism) list.add(MAY_CRITICISE);
}

/** The mean of the sentences that speak of something else and have an opinion. */
function scoreElsewhere(sentences: readonly ScoredSentence[], clauses: readonly number[]): number {
  let [sum, count] = [0, 0];
  let next = 0;
  for (let place = 0; place < sentences.length; place++) {
    while ((clauses[next] ?? Infinity) < place) next += 2;
    const score = sentences[place]?.score ?? 0;
    if (Math.abs(score) < SILENCE || clauses[next] === place) continue;
    sum += score;
    count++;
  }
  return count === 0 ? 0 : sum / count;
}

/** Whether a clause of a sentence stands at a place of the list: they are in order, so its neighbours are beside it. */
function isClauseAt(clauses: readonly number[], at: number, sentence: number, clause: number): boolean {
  return clauses[at] === sentence && clauses[at + 1] === clause;
}

/** In which part of the scale a score lies, and how strong it is. */
function addScore(list: FeatureList, name: number, score: number): void {
  list.add(mixed(name, partOf(score)));
  addTimes(list, mixed(name, score < 0 ? -1 : -2), Math.round(PARTS * Math.abs(score)));
}

function addTimes(list: FeatureList, key: number, times: number): void {
  for (let time = 0; time < times; time++) list.add(key);
}

function partOf(score: number): number {
  let part = 0;
  while (part < BOUNDS.length && score >= (BOUNDS[part] ?? 1)) part++;
  return part;
}
