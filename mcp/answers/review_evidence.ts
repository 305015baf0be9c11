import { beginningOf } from "../../domain/cut_text.ts";
import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import { missingReview, missingSentence, reviewAt, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

type Sentiment = "positive" | "neutral" | "negative";

// Order in which the sides take turns; two examples are one positive and one negative.
const TURNS: readonly Sentiment[] = ["positive", "negative", "neutral"];
const LEAST_POSITIVE = 4;
const MOST_NEGATIVE = 2;
const MOST_CHARACTERS = 400;

/** A review as an example: the side that it shows, and its text, cut to 400 characters. */
interface ReviewExcerpt extends Pick<Review, "id" | "rating" | "date" | "author" | "text" | "relation"> {
  readonly sentiment: Sentiment;
  /** Whether the text is longer. */
  readonly is_cut: boolean;
}

/**
 * Chooses reviews that match some criteria, of each side in turn: a positive, a negative and a neutral one, until there
 * are enough. The side is the sentiment towards the aspect of the criteria, else that of the stars: 4 and 5 are
 * positive, 3 neutral, 1 and 2 negative.
 *
 * @param first Ids of reviews that come first on their side; those that do not exist are skipped.
 */
export function balancedEvidence(
  snapshot: Snapshot,
  criteria: Omit<SearchCriteria, "limit">,
  most: number,
  first: readonly string[] = [],
): readonly ReviewExcerpt[] {
  const { aspect } = criteria;
  const sides: readonly Partial<SearchCriteria>[] = aspect === undefined
    ? [{ minRating: LEAST_POSITIVE }, { maxRating: MOST_NEGATIVE }, { rating: 3 }]
    : TURNS.map((sentiment) => ({ sentiment }));
  const newest = sides.flatMap((side) =>
    searchIndex(snapshot.search, { ...criteria, ...side, limit: most }).ranks.map((rank) => reviewAt(snapshot, rank).id)
  );
  const found = new Map<Sentiment, Review[]>(TURNS.map((sentiment) => [sentiment, []]));
  for (const id of new Set([...first, ...newest])) {
    const review = reviewById(snapshot, id);
    if (review !== null) found.get(sideOf(snapshot, review, aspect))?.push(review);
  }
  const chosen: ReviewExcerpt[] = [];
  for (let turn = 0; chosen.length < most && turn < most + first.length; turn++) {
    for (const [sentiment, reviews] of found) {
      chosen.push(...reviews.slice(turn, turn + 1).map((review) => excerptOf(review, sentiment)));
    }
  }
  return chosen.slice(0, most);
}

function sideOf(snapshot: Snapshot, { id, rating }: Review, aspect: string | undefined): Sentiment {
  const towards = aspect === undefined
    ? undefined
    : analysisOf(snapshot, id)?.aspects.find((one) => one.id === aspect)?.sentiment;
  return towards ?? (rating >= LEAST_POSITIVE ? "positive" : rating <= MOST_NEGATIVE ? "negative" : "neutral");
}

function excerptOf({ id, rating, date, author, text, relation }: Review, sentiment: Sentiment): ReviewExcerpt {
  const is_cut = (text?.length ?? 0) > MOST_CHARACTERS;
  return {
    sentiment,
    id,
    rating,
    date,
    author,
    ...relation !== undefined && { relation },
    text: text === null ? null : beginningOf(text, MOST_CHARACTERS),
    is_cut,
  };
}

const REVIEW_ID = /(?:^|\/)([0-7][0-9A-HJKMNP-TV-Z]{25})\/?$/i;

/** Finds a review by id, page URL or resource URI; null if there is none. */
export function findReview(snapshot: Snapshot, named: string): Review | null {
  const id = reviewIdIn(named);
  return id === null ? null : reviewById(snapshot, id);
}

/** The sentence for an id without published review; null if the service does not know the id. */
export function whyMissing(snapshot: Snapshot, named: string): string | null {
  const missing = missingReview(snapshot, reviewIdIn(named) ?? "");
  return missing.state === "unknown" ? null : missingSentence(missing);
}

/** Ids of the newest reviews, as examples in error messages. */
export function newestIds(snapshot: Snapshot, most: number): readonly string[] {
  return Array.from({ length: Math.min(most, snapshot.reviewCount) }, (_, rank) => reviewAt(snapshot, rank).id);
}

function reviewIdIn(text: string): string | null {
  return REVIEW_ID.exec(text.trim())?.[1]?.toUpperCase() ?? null;
}
