import { type FeatureList, mixed, textKey, wordFeatures } from "../model/word_features.ts";
import { isBareFact } from "../sentiment/bare_fact.ts";
import { isNegated, isNegator } from "../sentiment/negation.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import type { MentionedAspect } from "./mentioned_aspects.ts";
import { textAt, type Word, wordList, wordMemo } from "../text/words_of.ts";

/** The clauses of a text about one aspect, with their context. */
export interface JudgedMention extends Pick<MentionedAspect, "clauses" | "parts" | "places"> {
  readonly sentences: readonly ScoredSentence[];
  /** Score of the aspect by the rules, -1 to 1. */
  readonly ruled: number;
}

const EDGE = textKey("edge");
/** Returns the numbers of features by their names. After a changed name the model must be trained again. */
function features<const Names extends readonly string[]>(...names: Names): { [Place in keyof Names]: number };
function features(...names: readonly string[]): readonly number[] {
  return names.map((name) => textKey(`o ${name}`));
}

const [STEM, PAIR, NEAR, FIRST, OPENING, LENGTH, REST, DENIED] = features(
  ...["stem", "pair", "near", "first", "opening", "length", "rest", "denied"] as const,
);
const [QUESTION, TURN, EXCLAIMED, FACT] = features("question", "turn", "exclaimed", "fact");
const [SILENT, RULED, BESIDE, ELSEWHERE, PRAISE, CRITICISM, SILENT_ELSEWHERE] = features(
  ...["silent", "ruled", "beside", "elsewhere", "praise", "criticism", "silent elsewhere"] as const,
);
const [BEFORE, BEHIND, ROW, OWN_ROW] = features("before", "behind", "row", "own row");
/** "Told the waiter", "our food". */
const DETERMINERS = wordList("the a an our my their his her your this that these those some any its all");
/** Minimum absolute score for all opinions of a part together to be praise or criticism. */
const SIDED = 0.2;
const SIDES = 4;

const BOUNDS = [-0.6, -0.4, -0.25, -0.1, -0.05, 0.05, 0.1, 0.25, 0.4, 0.6];
/** Number of times a feature is added for a score of 1; proportionally fewer for weaker scores. */
const PARTS = 4;
const STRONGEST = 4;
/** Half the number of words above which all clause lengths are equal. */
const LONGEST = 8;

/**
 * Builds the function that writes the features of a mention into a list: words, results of the rules, and context. They
 * include neither the aspect's id nor the stars.
 */
export function polarityFeatures(): (list: FeatureList, mention: JudgedMention) => void {
  const featuresOf = wordFeatures();
  const stemOf = (word: Word) => featuresOf(word).stem;
  const mayDeny = wordMemo(({ text }) => isNegator(text));

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

  /** Adds the words about other aspects, which are weaker and different evidence. */
  function addRest(list: FeatureList, { words }: ScoredClause, part: ScoredClause): void {
    const [from, to] = [part.words[0]?.start ?? 0, part.words[part.words.length - 1]?.end ?? 0];
    for (const word of words) {
      if (word.start < from || word.end > to) list.add(mixed(REST, featuresOf(word).stem));
    }
  }

  function addClause(list: FeatureList, mention: JudgedMention, pair: number, totals: Totals): void {
    const { sentences, clauses, parts, places } = mention;
    const [ofSentence, ofClause] = [clauses[2 * pair] ?? 0, clauses[2 * pair + 1] ?? 0];
    const sentence = sentences[ofSentence];
    const clause = sentence?.clauses[ofClause];
    if (sentence === undefined || clause === undefined) return;
    const part = parts[pair] ?? clause;
    addWords(list, part.words);
    if (part !== clause) addRest(list, clause, part);
    addKind(list, clause);
    addAround(list, clause.words, places[pair] ?? [], stemOf);
    addRow(list, sentence, ofClause, part);
    for (const step of [-1, 1]) {
      const beside = sentence.clauses[ofClause + step];
      const isOfAspect = isClauseAt(clauses, pair + step, ofSentence, ofClause + step);
      if (beside !== undefined && !isOfAspect) list.add(mixed(BESIDE, partOf(beside.score)));
    }
    addStrengths(totals, part);
  }

  return (list, mention) => {
    const { sentences, clauses, ruled } = mention;
    list.clear();
    const totals: Totals = { praise: 0, criticism: 0 };
    for (let pair = 0; 2 * pair < clauses.length; pair++) addClause(list, mention, pair, totals);
    const { praise, criticism } = totals;
    addScore(list, RULED, ruled);
    addTimes(list, PRAISE, Math.ceil(Math.min(STRONGEST, praise)));
    addTimes(list, CRITICISM, Math.ceil(Math.min(STRONGEST, criticism)));
    const elsewhere = scoreElsewhere(sentences, clauses);
    addScore(list, ELSEWHERE, elsewhere);
    if (praise > 0 || criticism > 0) return;
    list.add(SILENT);
    list.add(mixed(SILENT_ELSEWHERE, partOf(elsewhere)));
  };
}

interface Totals {
  praise: number;
  criticism: number;
}

function addStrengths(totals: Totals, { polarWords }: ScoredClause): void {
  for (const { strength } of polarWords) {
    if (strength > 0) totals.praise += strength;
    else totals.criticism -= strength;
  }
}

function addKind(list: FeatureList, clause: ScoredClause): void {
  if (clause.isQuestion) list.add(QUESTION);
  if (clause.isTurn) list.add(TURN);
  if (clause.exclamations > 0) list.add(EXCLAIMED);
  if (isBareFact(clause)) list.add(FACT);
}

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

/** Returns whether a pair of the list is this clause. The list is sorted, so neighbouring clauses are adjacent. */
function isClauseAt(clauses: readonly number[], pair: number, sentence: number, clause: number): boolean {
  return clauses[2 * pair] === sentence && clauses[2 * pair + 1] === clause;
}

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

/**
 * Adds the words directly before and after an aspect's words. They show a bare mention, whatever else the clause says:
 * "asked the waiter", "after our food".
 *
 * @param places Indexes of the aspect's words in the clause, ascending; an empty list adds nothing.
 * @param stemOf Returns the number of a word's stem.
 */
export function addAround(
  list: FeatureList,
  words: readonly Word[],
  places: readonly number[],
  stemOf: (word: Word) => number,
): void {
  const [first] = places;
  if (first === undefined) return;
  let before = first - 1;
  while (before >= 0 && DETERMINERS.has(textAt(words, before))) before--;
  let behind = first + 1;
  for (let next = 1; next < places.length && places[next]! <= behind; next++) {
    if (places[next] === behind) behind++;
  }
  const stemAt = (at: number) => {
    const word = words[at];
    return word === undefined ? EDGE : stemOf(word);
  };
  list.add(mixed(BEFORE, stemAt(before)));
  list.add(mixed(BEHIND, stemAt(behind)));
}

/**
 * Adds the sides of the neighbouring clauses and the position of a "but". Each is added alone and combined with the
 * side of the aspect: "the decor is drab, but the food is great".
 */
export function addRow(list: FeatureList, { clauses }: ScoredSentence, at: number, part: ScoredClause): void {
  const [before, behind] = [clauses[at - 1], clauses[at + 1]];
  const turns = Number(clauses[at]?.isTurn === true) + 2 * Number(behind?.isTurn === true);
  const row = SIDES * (SIDES * turns + sideOf(before?.score)) + sideOf(behind?.score);
  let strength = 0;
  for (const opinion of part.polarWords) strength += opinion.strength;
  const own = strength > SIDED ? 2 : strength < -SIDED ? 1 : 0;
  list.add(mixed(ROW, row));
  list.add(mixed(OWN_ROW, SIDES * row + own));
}

function sideOf(score: number | undefined): number {
  if (score === undefined) return SIDES - 1;
  return score > SILENCE ? 2 : score < -SILENCE ? 1 : 0;
}
