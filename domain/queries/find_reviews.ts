import { foldText } from "../fold_text.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { questionLeaning } from "./question_leaning.ts";

// Words of questions without a meaning of their own.
const EMPTY_WORDS = new Set(
  ("a about all an and any are as at be been but by can customer customers did do does experience experiences feedback for from had has have how i in " +
    "is it its me my of on or people review reviews said say says she he that the their them there they this to was " +
    "we were what when where which who why will with would you your").split(" "),
);
const STAFF_WORDS = new Set("employee employees staff technician technicians".split(" "));
const MOST_WORDS = 12;
// The newest hits of a common word are enough: its weight is small.
const MOST_HITS = 1000;

/** Groups of stars: reviews of an earlier group come first, whatever words they have. */
const GROUPS = {
  praise: [[4, 5], [3], [1, 2]],
  criticism: [[1, 2, 3], [4, 5]],
  neither: [[1, 2, 3, 4, 5]],
} as const;

/** What is looked for, with its weight. */
interface Clue {
  readonly criteria: Pick<SearchCriteria, "query" | "technicians">;
  readonly weight: number;
}

/**
 * Searches reviews for a question in free words. A question for the good or for the bad is answered with such reviews
 * first. Then best first: those with the whole phrase, then by the words they contain, weighted by rarity; among equals
 * the newer first.
 *
 * @param options `isQuestion` is false for a description, in which `bad` is a word like any other.
 * @returns Ranks of reviews, at most `limit`.
 */
export function findReviews(
  snapshot: Snapshot,
  question: string,
  limit: number,
  { isQuestion = true }: { readonly isQuestion?: boolean } = {},
): readonly number[] {
  const { search, business } = snapshot;
  const phrase = foldText(question);
  const words = phrase.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const { leaning, isAll } = questionLeaning(isQuestion ? words.filter((word) => !EMPTY_WORDS.has(word)) : []);
  const clues: Clue[] = [];
  const add = (criteria: Clue["criteria"], factor: number) => {
    const { matched } = searchIndex(search, { ...criteria, limit: 0 });
    clues.push({ criteria, weight: factor * Math.log1p(search.size / Math.max(matched, 1)) });
  };
  const telling = [...new Set(words)].filter((word) => !EMPTY_WORDS.has(word)).slice(0, MOST_WORDS);
  for (const word of telling) add({ query: word }, 1);
  if (telling.some((word) => STAFF_WORDS.has(word))) {
    add({ technicians: business.technicians.map(({ name }) => name) }, 1);
  }
  if (phrase !== "" && (telling.length > 1 || telling[0] !== phrase)) add({ query: phrase }, MOST_WORDS);
  const found: number[] = [];
  for (const stars of GROUPS[leaning ?? "neither"]) {
    const ranks = rankedIn(snapshot, stars, clues);
    // A question that asks for nothing but the good or the bad is answered by stars alone.
    if (leaning !== null && isAll && found.length === 0) {
      ranks.push(...newestOf(snapshot, stars, limit).filter((rank) => !ranks.includes(rank)));
    }
    found.push(...ranks);
    if (found.length >= limit) break;
  }
  return found.slice(0, limit);
}

/** The reviews with some of these stars that have a clue, best first. */
function rankedIn({ search }: Snapshot, stars: readonly number[], clues: readonly Clue[]): number[] {
  const scores = new Map<number, number>();
  for (const { criteria, weight } of clues) {
    for (const rating of stars) {
      const { ranks } = searchIndex(search, { ...criteria, rating, limit: MOST_HITS });
      for (const rank of ranks) scores.set(rank, (scores.get(rank) ?? 0) + weight);
    }
  }
  return [...scores].sort(([rankA, a], [rankB, b]) => b - a || rankA - rankB).map(([rank]) => rank);
}

function newestOf({ search }: Snapshot, stars: readonly number[], limit: number): readonly number[] {
  return stars.flatMap((rating) => searchIndex(search, { rating, limit }).ranks).sort((a, b) => a - b);
}
