import { foldText } from "../fold_text.ts";
import { searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

// Words of questions without a meaning of their own.
const EMPTY_WORDS = new Set(
  ("a about all an and any are as at be been but by can customer customers did do does for from had has have how i in " +
    "is it its me my of on or people review reviews said say says she he that the their them there they this to was " +
    "we were what when where which who why will with would you your").split(" "),
);
const MOST_WORDS = 12;
// The newest hits of a common word are enough: its weight is small.
const MOST_HITS = 1000;

/**
 * Searches reviews for a question in free words. Best first: those with the whole phrase, then by the words they
 * contain, weighted by rarity; among equals the newer first.
 *
 * @returns Ranks of reviews, at most `limit`.
 */
export function findReviews({ search }: Snapshot, question: string, limit: number): readonly number[] {
  const phrase = foldText(question);
  const words = phrase.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "" && !EMPTY_WORDS.has(word));
  const scores = new Map<number, number>();
  const add = (query: string, factor: number) => {
    const { matched, ranks } = searchIndex(search, { query, limit: MOST_HITS });
    const weight = factor * Math.log1p(search.size / Math.max(matched, 1));
    for (const rank of ranks) scores.set(rank, (scores.get(rank) ?? 0) + weight);
  };
  for (const word of [...new Set(words)].slice(0, MOST_WORDS)) add(word, 1);
  if (phrase !== "" && (words.length > 1 || words[0] !== phrase)) add(phrase, MOST_WORDS);
  return [...scores].sort(([rankA, a], [rankB, b]) => b - a || rankA - rankB).slice(0, limit).map(([rank]) => rank);
}
