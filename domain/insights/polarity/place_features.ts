import { type FeatureList, mixed, textKey } from "../model/feature_list.ts";
import { type ScoredClause, type ScoredSentence, SILENCE } from "../sentiment/score_sentence.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";

const EDGE = textKey("edge");
const [BEFORE, BEHIND] = ["o before", "o behind"].map(textKey) as [number, number];
const [ROW, OWN_ROW] = ["o row", "o own row"].map(textKey) as [number, number];
/** Between a thing and what is done with it: "told the waiter", "our food". */
const DETERMINERS = wordList("the a an our my their his her your this that these those some any its all");
/** From so much strength on, all opinions of a part together have a side. */
const SIDED = 0.2;
const SIDES = 4;

/**
 * Adds what stands right before an aspect's words and right behind them. Who is only named is told by it, whatever else
 * the clause says: "asked the waiter", "after our food".
 *
 * @param places Indexes of the aspect's words in the clause, ascending; none adds nothing.
 * @param stemOf The number of a word's stem.
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
 * Adds which side the clauses before and behind one take, and where a "but" turns, once by itself and once with the side of
 * what is said of the aspect: "the decor is drab, but the food is great".
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
