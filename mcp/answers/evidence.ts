import { z } from "zod";
import { analysisOf } from "../../domain/queries/snapshot_insights.ts";
import { reviewAt, reviewById } from "../../domain/queries/snapshot_reviews.ts";
import { Review } from "../../domain/review.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import { reviewUrl, type Site } from "../../domain/site.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { cutText } from "../wording/quoted.ts";

type Sentiment = "positive" | "neutral" | "negative";

/** A review as evidence for a figure. */
export interface Evidence {
  readonly review: Review;
  readonly sentiment: Sentiment;
}

type SideOf = (review: Review) => Sentiment;

// Order in which the sides take turns; two examples are one positive and one negative.
const TURNS: readonly Sentiment[] = ["positive", "negative", "neutral"];
const LEAST_POSITIVE = 4;
const MOST_NEGATIVE = 2;

/**
 * Chooses examples of each side in turn: a positive, a negative and a neutral one, until none is left.
 * @param ids Ids of reviews, the clearest of each side first; unknown ids are skipped.
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

/** Side by the sentiment towards an aspect, else of the whole review; by stars where it was not measured. */
export function bySentiment(snapshot: Snapshot, aspect: string | null = null): SideOf {
  return (review) => {
    const analysis = analysisOf(snapshot, review.id);
    const towards = analysis?.aspects.find(({ id }) => id === aspect);
    return towards?.sentiment ?? analysis?.sentiment ?? byStars(review);
  };
}

/** Side by stars: 4 and 5 positive, 3 neutral, 1 and 2 negative. */
export function byStars({ rating }: Review): Sentiment {
  return rating >= LEAST_POSITIVE ? "positive" : rating <= MOST_NEGATIVE ? "negative" : "neutral";
}

/** Ids of the newest reviews of each side that match some criteria: by measured sentiment, then by stars. */
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

const MOST = 600;

/** Schema of a review as an example; long texts are cut. */
export const ReviewExcerpt = z.object({
  ...Review.pick({ id: true, author: true, rating: true, date: true, source: true }).shape,
  sentiment: z.enum(["positive", "neutral", "negative"]).meta({ description: "The side that it shows." }),
  text: z.string().nullable().meta({
    description: "What the reviewer wrote, 600 characters at the most; null for a rating without words.",
  }),
  is_cut: z.boolean().meta({ description: "Whether the text is longer: get_review has the whole." }),
  url: z.string().meta({ description: "The review's page." }),
});

/** The excerpt that the schema of the same name describes. */
export type ReviewExcerpt = z.output<typeof ReviewExcerpt>;

/** The excerpt of a review. */
export function reviewExcerpt({ review, sentiment }: Evidence, site: Site): ReviewExcerpt {
  const { id, author, rating, date, source, text } = review;
  return {
    id,
    author,
    rating,
    date,
    source,
    sentiment,
    text: text === null ? null : cutText(text, MOST),
    is_cut: (text?.length ?? 0) > MOST,
    url: reviewUrl(site, id),
  };
}

const MOST_PHRASES = 10;

/** Shortens an insight for a list: its first phrases, and the examples that the text shows. */
export function shortInsight<
  Insight extends { readonly example_review_ids: string[]; readonly top_phrases?: string[] },
>(insight: Insight, example_review_ids: string[]): Insight {
  return {
    ...insight,
    ...(insight.top_phrases === undefined ? {} : { top_phrases: insight.top_phrases.slice(0, MOST_PHRASES) }),
    example_review_ids,
  };
}
