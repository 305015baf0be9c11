import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import type { Review } from "../../domain/review.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** What a review says of a subject. */
export type Sentiment = "positive" | "neutral" | "negative";

/** A review as evidence for a figure. */
export interface Evidence {
  readonly review: Review;
  readonly sentiment: Sentiment;
}

// In this order in turn, so that two examples are one of each side.
const TURNS: readonly Sentiment[] = ["positive", "negative", "neutral"];
const LEAST_POSITIVE = 4;
const MOST_NEGATIVE = 2;

/** Tells which side a review shows. */
export type SideOf = (review: Review) => Sentiment;

/**
 * Chooses examples that show each side, in turn a positive, a negative and a neutral one as long as there are any.
 *
 * @param ids Of reviews, the clearest of each side first; unknown ids are skipped.
 */
export function balancedEvidence(
  snapshot: Snapshot,
  ids: readonly string[],
  most: number,
  sideOf: SideOf = bySentiment(snapshot),
): readonly Evidence[] {
  const sides = new Map<Sentiment, Evidence[]>(TURNS.map((sentiment) => [sentiment, []]));
  for (const id of new Set(ids)) {
    const review = reviewById(snapshot, id);
    if (review === null) continue;
    const sentiment = sideOf(review);
    sides.get(sentiment)?.push({ review, sentiment });
  }
  const chosen: Evidence[] = [];
  for (let turn = 0; chosen.length < most && [...sides.values()].some((side) => side.length > turn); turn++) {
    for (const side of sides.values()) chosen.push(...side.slice(turn, turn + 1));
  }
  return chosen.slice(0, most);
}

/** Sides by the sentiment towards an aspect, or of the whole review without one; where it was not measured, by stars. */
export function bySentiment(snapshot: Snapshot, aspect: string | null = null): SideOf {
  return (review) => {
    const analysis = analysisOf(snapshot, review.id);
    const towards = analysis?.aspects.find(({ id }) => id === aspect);
    return towards?.sentiment ?? analysis?.sentiment ?? byStars(review);
  };
}

/** Sides by the stars: 4 and 5 positive, 3 neutral, 1 and 2 negative. */
export function byStars({ rating }: Review): Sentiment {
  return rating >= LEAST_POSITIVE ? "positive" : rating <= MOST_NEGATIVE ? "negative" : "neutral";
}

/**
 * Ids of reviews of each side that meet some criteria, the newest first: by the sentiment as it was measured and by
 * stars, for where it was not.
 */
export function newestOfEachSide(snapshot: Snapshot, criteria: Omit<SearchCriteria, "limit">, most: number): string[] {
  const sides: readonly Omit<SearchCriteria, "limit">[] = [
    ...TURNS.map((sentiment) => ({ ...criteria, sentiment })),
    ...criteria.aspect === undefined
      ? [{ ...criteria, minRating: LEAST_POSITIVE }, { ...criteria, maxRating: MOST_NEGATIVE }, criteria]
      : [],
  ];
  return sides.flatMap((side) =>
    searchIndex(snapshot.search, { ...side, limit: most }).ranks.map((rank) => reviewAt(snapshot, rank).id)
  );
}

/** The ids of evidence. */
export function evidenceIds(evidence: readonly Evidence[]): string[] {
  return evidence.map(({ review }) => review.id);
}
