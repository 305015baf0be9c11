import type { AggregateRating } from "../documents/aggregate_rating.ts";
import type { MonthlyFigures, ReviewAnalysis } from "../documents/insights_document.ts";
import {
  analysisBytes,
  type InsightsOverview,
  readAnalysis,
  readInsightsOverview,
} from "../documents/insights_rows.ts";
import { readDocumentHead } from "../documents/reviews_document.ts";
import { monthlyFigures } from "../insights/figures/monthly_figures.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewRank } from "./snapshot_reviews.ts";
import { llmsText } from "../documents/llms_text.ts";
import type { Site } from "../site.ts";

/**
 * Insights of a snapshot without `per_review` (see {@linkcode analysisOf}), parsed at the first use. The parsed
 * analyses would take several times the memory of the document.
 */
export const insightsOf: (snapshot: Snapshot) => InsightsOverview = perSnapshot((snapshot) =>
  readInsightsOverview(insightsBytes(snapshot))
);

/** Analysis of the review with an id; null if there is none. Parses only this one. */
export function analysisOf(snapshot: Snapshot, id: string): ReviewAnalysis | null {
  const start = snapshot.analyses[reviewRank(snapshot, id) ?? -1] ?? 0;
  return start === 0 ? null : readAnalysis(insightsBytes(snapshot), start);
}

/** Analysis of the review of a rank, as JSON: a view of the prepared buffer; null if there is none. */
export function analysisBytesAt(snapshot: Snapshot, rank: number): Uint8Array<ArrayBuffer> | null {
  const start = snapshot.analyses[rank] ?? 0;
  return start === 0 ? null : analysisBytes(insightsBytes(snapshot), start);
}

function insightsBytes({ documents }: Snapshot): Uint8Array<ArrayBuffer> {
  return documents["/insights.json"].bodies.identity.bytes;
}

/** Aggregate rating of a snapshot, read from the head of `/reviews.json`; no review is parsed. */
export const aggregateRatingOf: (snapshot: Snapshot) => AggregateRating = perSnapshot(({ documents, offsets }) =>
  readDocumentHead(documents["/reviews.json"].bodies.identity.bytes, offsets).aggregate_rating
);

/** Text of `/llms.txt` for a snapshot; GET and the MCP resource share it. */
export function llmsTextOf(snapshot: Snapshot, site: Site): string {
  return llmsText(snapshot.business, aggregateRatingOf(snapshot), insightsOf(snapshot).date_range, site);
}

/**
 * Computes months or quarters, oldest first, of the reviews that a search finds. Days and stars come from the search
 * index and scores from the published analyses; no review is parsed.
 *
 * @param width Months of a row: 3 for quarters, whose row has the name of its first month.
 */
export function monthsOfReviews(
  snapshot: Snapshot,
  criteria: Omit<SearchCriteria, "from" | "limit" | "sort">,
  width: 1 | 3,
): readonly MonthlyFigures[] {
  const { search } = snapshot;
  const found = { ...criteria, limit: search.size };
  const stars = new Uint8Array(search.size);
  for (const rating of search.ratings.keys()) {
    for (const rank of searchIndex(search, { ...found, minRating: rating, maxRating: rating }).ranks) {
      stars[rank] = rating;
    }
  }
  const scores = scoresOf(snapshot);
  // Reviews of one day are adjacent and share its text.
  let [day, date] = [0, ""];
  const reviews = searchIndex(search, found).ranks.map((rank) => {
    const number = search.days[rank] ?? 0;
    if (number !== day) {
      const digits = String(number).padStart("YYYYMMDD".length, "0");
      [day, date] = [number, `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`];
    }
    return { date, rating: stars[rank] ?? 0, score: scores[rank] ?? NaN };
  });
  const analysed = reviews.filter(({ score }) => !Number.isNaN(score)).map((review) => ({
    review,
    score: review.score,
  }));
  return monthlyFigures(reviews, analysed, width);
}

/** Scores by rank, NaN where there is none. Read once for a snapshot: 100,000 analyses take a third of a second. */
const scoresOf = perSnapshot((snapshot) => {
  const bytes = insightsBytes(snapshot);
  return Float64Array.from(snapshot.analyses, (at) => at === 0 ? NaN : readAnalysis(bytes, at).score ?? NaN);
});
