import { addRanks, countRanks, firstRanks, keepCommon } from "../search/rank_set.ts";
import { matchingRanks, searchIndex } from "../search/search_index.ts";
import { foldSearched } from "../search/searched_text.ts";
import { readWordQuery, type WordTerm } from "../search/word_query.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** Stop words of questions: they carry no meaning. */
export const STOP_WORDS = new Set(
  ("a about all an and any are as at be been but by can customer customers did do does experience experiences " +
    "feedback for from had has have how i in is it its many me much my of on or people review reviews said say says she he that the their them there they this to was " +
    "we were what when where which who why will with would you your").split(" "),
);

const STAFF_WORDS = new Set("employee employees staff technician technicians".split(" "));
const MOST_WORDS = 12;
// Maximum number of hits per clue and rating. A common word has little weight, so its newest hits suffice.
const MOST_HITS = 1000;
/**
 * Groups of ratings for each kind of question. Reviews of an earlier group rank before those of a later one, regardless
 * of their words.
 */
const GROUPS = { praise: [[4, 5], [3], [1, 2]], criticism: [[1, 2, 3], [4, 5]], neither: [[1, 2, 3, 4, 5]] } as const;

interface Clue {
  /** Bitset of the reviews with the term. */
  readonly matches: Uint32Array;
  readonly weight: number;
  /** Whether it is a subject of the question, and not its tone or a phrase. */
  readonly isSubject: boolean;
}

/** A review for a question. */
export interface FoundReview {
  readonly rank: number;
  /** Whether it has only some of the words of the question, and may be about something else. */
  readonly isWeak: boolean;
}

interface ScoredReview {
  readonly rank: number;
  /** Share of the question's subject words that the review has, by their weight; 1 if it has no subject. */
  readonly share: number;
}

/** Reviews for a question. */
export interface FoundReviews {
  /** Best first. */
  readonly reviews: readonly FoundReview[];
  /** Words of the question that mean something. */
  readonly words: readonly string[];
}

/**
 * A review answers a question if it has a larger share of its words. Measured with thirty questions: with a third, most
 * that nobody has written about found reviews with one common word of two; with a half, none.
 */
const LEAST_SHARE = 1 / 2;
const LEAST_STRONG_SHARE = 3 / 4;

/**
 * Searches reviews for a free-text question by whole words and their stems. A question for praise or criticism gets
 * such reviews first. Within a group: reviews with the whole phrase, then by matched words weighted by rarity, then
 * newer first.
 *
 * @param options `isQuestion` is false for a description, of which reviews may have any word, and in which `bad` is an
 * ordinary one.
 * @returns At most `limit` reviews.
 */
export function findReviews(
  snapshot: Snapshot,
  question: string,
  limit: number,
  { isQuestion = true }: { readonly isQuestion?: boolean } = {},
): FoundReviews {
  const { search, business } = snapshot;
  const phrase = foldSearched(question);
  const words = phrase.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const { tone, isAll } = questionTone(isQuestion ? words.filter((word) => !STOP_WORDS.has(word)) : []);
  const clues: Clue[] = [];
  const add = (matches: Uint32Array, factor: number, isSubject: boolean) => {
    const weight = factor * Math.log1p(search.size / Math.max(countRanks(matches), 1));
    clues.push({ matches, weight, isSubject });
  };
  const telling = [...new Set(words)].filter((word) => !STOP_WORDS.has(word)).slice(0, MOST_WORDS);
  for (const word of telling) {
    const matches = matchingRanks(search, { words: wholeWord(word) });
    if (STAFF_WORDS.has(word)) {
      addRanks(matches, matchingRanks(search, { technicians: business.technicians.map(({ name }) => name) }));
    }
    add(matches, 1, tone === null || !isAll && !PRAISE.has(word) && !CRITICISM.has(word));
  }
  if (phrase !== "" && (telling.length > 1 || telling[0] !== phrase)) {
    add(matchingRanks(search, { query: phrase }), MOST_WORDS, false);
  }
  const found: ScoredReview[] = [];
  for (const stars of GROUPS[tone ?? "neither"]) {
    const reviews = rankedIn(snapshot, stars, clues).filter(({ share }) => !isQuestion || share > LEAST_SHARE);
    // A question with no other subject also finds reviews by their stars alone.
    if (tone !== null && isAll && found.length === 0) {
      const known = new Set(reviews.map(({ rank }) => rank));
      reviews.push(
        ...newestOf(snapshot, stars, limit).filter((rank) => !known.has(rank)).map((rank) => ({ rank, share: 1 })),
      );
    }
    found.push(...reviews);
    if (found.length >= limit) break;
  }
  const reviews = found.slice(0, limit).map(({ rank, share }) => ({ rank, isWeak: share <= LEAST_STRONG_SHARE }));
  return { reviews, words: telling };
}

/** A word as a term of a search, without words that only begin so. */
function wholeWord(word: string): readonly WordTerm[] {
  return readWordQuery(word).map(({ mayContinue: _, ...term }) => term);
}

/** The reviews with these ratings that match clues, best first. */
function rankedIn({ search }: Snapshot, stars: readonly number[], clues: readonly Clue[]): ScoredReview[] {
  const scores = new Map<number, { score: number; subject: number }>();
  const whole = clues.reduce((sum, { weight, isSubject }) => sum + (isSubject ? weight : 0), 0);
  for (const { matches, weight, isSubject } of clues) {
    for (const rating of stars) {
      const rated = matchingRanks(search, { rating });
      keepCommon(rated, matches);
      for (const rank of firstRanks(rated, MOST_HITS)) {
        const { score, subject } = scores.get(rank) ?? { score: 0, subject: 0 };
        scores.set(rank, { score: score + weight, subject: subject + (isSubject ? weight : 0) });
      }
    }
  }
  return [...scores].sort(([rankA, a], [rankB, b]) => b.score - a.score || rankA - rankB)
    .map(([rank, { subject }]) => ({ rank, share: whole === 0 ? 1 : subject / whole }));
}

function newestOf({ search }: Snapshot, stars: readonly number[], limit: number): readonly number[] {
  return stars.flatMap((rating) => searchIndex(search, { rating, limit }).ranks).sort((a, b) => a - b);
}

const PRAISE = new Set(
  ("amazing best better excellent favorite favourite good great happy liked love loved outstanding positive " +
    "praise praised recommend recommendation recommended satisfied strength strengths top").split(" "),
);

const CRITICISM = new Set(
  ("avoid bad complain complained complains complaint complaints complaining critical criticise criticised criticism " +
    "criticisms criticize criticized disappointed disappointing disappointment dislike disliked dissatisfied " +
    "downside downsides failures hate issues negative poor poorly problems terrible troubles unhappy unsatisfied " +
    "warning warnings weakness weaknesses worse worst wrong").split(" "),
);

// Words that usually mean the customer's own trouble: "right for my problem". They mean criticism only if the question
// has no other subject.
const TROUBLE = new Set("failure issue problem trouble".split(" "));
const NEGATIONS = new Set("never no none not without".split(" "));

/**
 * Detects whether a question is for praise or criticism: null if for neither or both. `isAll` if it has no other
 * subject.
 *
 * @param words Folded, in order, without words that carry no meaning.
 */
function questionTone(words: readonly string[]) {
  const rest = words.filter((word) => !PRAISE.has(word) && !CRITICISM.has(word) && !NEGATIONS.has(word));
  const isTrouble = rest.length > 0 && rest.every((word) => TROUBLE.has(word));
  let [good, bad] = [false, isTrouble];
  words.forEach((word, at) => {
    const isNegated = NEGATIONS.has(words[at - 1] ?? "");
    if (PRAISE.has(word)) [good, bad] = isNegated ? [good, true] : [true, bad];
    if (CRITICISM.has(word)) [good, bad] = isNegated ? [true, bad] : [good, true];
  });
  const tone = good === bad ? null : good ? "praise" as const : "criticism" as const;
  return { tone, isAll: rest.length === 0 || isTrouble };
}
