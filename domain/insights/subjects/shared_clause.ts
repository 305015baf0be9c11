import { type ScoredClause, scoredClause } from "../sentiment/score_sentence.ts";
import { textAt, type Word, wordList } from "../text/words_of.ts";
import lists from "./subject_words.json" with { type: "json" };

const CUTS = wordList("and but with or plus while though");
/** Words between an opinion and a thing that the opinion does not describe. */
const PARTS = wordList(lists.shared_clause.parts);
/** Maximum distance of a noun after its opinion, in words: "great French food". */
const ATTRIBUTIVE = 3;

/**
 * Divides a clause among its aspects. An opinion belongs to the subject after it if nothing separates them ("great
 * food"), else to the last subject before it.
 *
 * @param all Indexes of the words of all aspects of the clause, ascending, each once.
 * @returns Gives the part about one aspect: its words and the opinions of it. The aspect's words are given as ascending
 * indexes in the clause, at least one.
 */
export function sharedClause(
  clause: ScoredClause,
  all: readonly number[],
): (places: readonly number[]) => ScoredClause {
  const { words } = clause;
  const owners = clause.polarWords.map(({ at, length }) => {
    const next = firstFrom(all, at);
    const [before, behind] = [all[next - 1], all[next]];
    return behind !== undefined && isAttributive(words, at + length - 1, behind) ? behind : before ?? behind ?? -1;
  });
  return (places) => {
    const polarWords = clause.polarWords.filter((_, index) => places.includes(owners[index]!));
    const [begin, end] = [places[0]!, places[places.length - 1]!];
    const left = all[firstFrom(all, begin) - 1];
    const right = all[firstFrom(all, end + 1)];
    const from = left === undefined ? 0 : cutBetween(words, left, begin) ?? left + 1;
    const to = right === undefined ? words.length : cutBetween(words, end, right) ?? right;
    return scoredClause({ ...clause, words: words.slice(from, to) }, polarWords);
  };
}

/** Returns the index of the first number that is at least `least`; the list's length if there is none. */
export function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAttributive(words: readonly Word[], end: number, place: number): boolean {
  if (place - end > ATTRIBUTIVE) return false;
  for (let index = end + 1; index <= place; index++) {
    if (words[index]?.isAfterBreak || index < place && PARTS.has(textAt(words, index))) return false;
  }
  return true;
}

function cutBetween(words: readonly Word[], from: number, to: number): number | null {
  for (let index = to; index > from; index--) {
    if (words[index]?.isAfterBreak || CUTS.has(textAt(words, index))) return index;
  }
  return null;
}
