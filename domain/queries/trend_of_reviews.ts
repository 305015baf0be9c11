import type { MonthlyFigures, Trend } from "../documents/insights_document.ts";
import { readAnalysis } from "../documents/insights_rows.ts";
import { monthlyFigures } from "../insights/figures/monthly_figures.ts";
import { trends } from "../insights/figures/trend.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

const keptScores = new WeakMap<Snapshot, Float64Array>();

/**
 * Computes months or quarters, oldest first, and the direction of the ratings of the reviews that a search finds. Days
 * and stars come from the search index and scores from the published analyses; no review is parsed.
 *
 * @param width Months of a row: 3 for quarters, whose row has the name of its first month.
 */
export function trendOfReviews(
  snapshot: Snapshot,
  criteria: Omit<SearchCriteria, "from" | "limit" | "sort">,
  width: 1 | 3,
): { readonly monthly: readonly MonthlyFigures[]; readonly trend: Trend } {
  const { search } = snapshot;
  const found = { ...criteria, limit: search.size };
  const stars = new Uint8Array(search.size);
  for (const rating of search.ratings.keys()) {
    for (const rank of searchIndex(search, { ...found, minRating: rating, maxRating: rating }).ranks) {
      stars[rank] = rating;
    }
  }
  const scores = scoresOf(snapshot);
  const reviews = searchIndex(search, found).ranks.map((rank) => {
    const day = String(search.days[rank]).padStart("YYYYMMDD".length, "0");
    const date = `${day.slice(0, 4)}-${day.slice(4, 6)}-${day.slice(6)}`;
    return { date, rating: stars[rank] ?? 0, score: scores[rank] ?? NaN };
  });
  const analysed = reviews.filter(({ score }) => !Number.isNaN(score)).map((review) => ({
    review,
    score: review.score,
  }));
  return { monthly: monthlyFigures(reviews, analysed, width), trend: trends(reviews).ofRatings() };
}

/** Scores by rank, NaN where there is none. Read once for a snapshot: 100,000 analyses take a third of a second. */
function scoresOf(snapshot: Snapshot): Float64Array {
  const known = keptScores.get(snapshot);
  if (known !== undefined) return known;
  const { bytes } = snapshot.documents["/insights.json"].bodies.identity;
  const scores = Float64Array.from(snapshot.analyses, (at) => at === 0 ? NaN : readAnalysis(bytes, at).score ?? NaN);
  keptScores.set(snapshot, scores);
  return scores;
}
