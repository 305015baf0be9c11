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

/**
 * Chooses examples that show each side, in turn a positive, a negative and a neutral one as long as there are any.
 *
 * @param ids Of reviews, the clearest of each side first; unknown ids are skipped.
 * @param aspect The aspect that the sentiment is towards; that of the whole review if it is null.
 */
export function balancedEvidence(
  snapshot: Snapshot,
  ids: readonly string[],
  most: number,
  aspect: string | null = null,
): readonly Evidence[] {
  const sides = new Map<Sentiment, Evidence[]>(TURNS.map((sentiment) => [sentiment, []]));
  for (const id of new Set(ids)) {
    const review = reviewById(snapshot, id);
    if (review === null) continue;
    const sentiment = sentimentOf(snapshot, review, aspect);
    sides.get(sentiment)?.push({ review, sentiment });
  }
  const chosen: Evidence[] = [];
  for (let turn = 0; chosen.length < most && [...sides.values()].some((side) => side.length > turn); turn++) {
    for (const side of sides.values()) chosen.push(...side.slice(turn, turn + 1));
  }
  return chosen.slice(0, most);
}

/** The sentiment as it was measured, else by the stars. */
function sentimentOf(snapshot: Snapshot, { id, rating }: Review, aspect: string | null): Sentiment {
  const analysis = analysisOf(snapshot, id);
  const measured = aspect === null
    ? analysis?.sentiment
    : analysis?.aspects.find((mention) => mention.id === aspect)?.sentiment ?? analysis?.sentiment;
  return measured ?? (rating >= LEAST_POSITIVE ? "positive" : rating <= MOST_NEGATIVE ? "negative" : "neutral");
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
