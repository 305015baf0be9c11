import { type ScoredClause, scoredClause } from "../../sentiment/score_sentence.ts";
import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import { ownersOf } from "./opinion_owners.ts";

/** What cuts a clause between two things. */
const CUTS = wordList("and but with or plus while though");

/** A clause with several aspects, by the words that tell of each. */
export interface SharedClause {
  /**
   * The part that tells of one aspect: its words, and the opinions that are said of it.
   *
   * @param places Indexes of the aspect's words in the clause, ascending, at least one.
   */
  readonly partOf: (places: readonly number[]) => ScoredClause;
}

/**
 * Divides a clause among its aspects. An opinion goes to the word behind it if nothing comes between ("great food",
 * "happy with the food"), else to the last one before it, with those that are joined to that ("the food and the service
 * were great"); not to what is only named on the way ("before our food arrived").
 *
 * @param all Indexes of the words of all aspects of the clause, ascending, each once.
 */
export function sharedClause(clause: ScoredClause, all: readonly number[]): SharedClause {
  const { words } = clause;
  const owners = ownersOf(clause, all);
  return {
    partOf: (places) => {
      const polarWords = clause.polarWords.filter((_, index) => {
        const [first, last] = owners[index]!;
        return (places[firstFrom(places, first)] ?? Infinity) <= last;
      });
      const [begin, end] = [places[0]!, places[places.length - 1]!];
      const left = all[firstFrom(all, begin) - 1];
      const right = all[firstFrom(all, end + 1)];
      const from = left === undefined ? 0 : cutBetween(words, left, begin) ?? left + 1;
      const to = right === undefined ? words.length : cutBetween(words, end, right) ?? right;
      return scoredClause({ ...clause, words: words.slice(from, to) }, polarWords);
    },
  };
}

/** Index of the first of ascending numbers that is at least this; their count if none is. */
export function firstFrom(ascending: readonly number[], least: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Where the part of a thing begins, between the one before it and itself. */
function cutBetween(words: readonly Word[], from: number, to: number): number | null {
  for (let index = to; index > from; index--) {
    if (words[index]?.isAfterBreak || CUTS.has(textAt(words, index))) return index;
  }
  return null;
}
