import type { ReviewAnalysis } from "../../../domain/documents/insights_document.ts";
import { foldText } from "../../../domain/fold_text.ts";
import type { Review } from "../../../domain/review.ts";
import type { SearchCriteria } from "../../../domain/search/search_index.ts";

/** What the analysis found in a review, by its id; nothing for most tests. */
export type Analyses = Readonly<Record<string, ReviewAnalysis>>;

/**
 * The ranks of the reviews that meet the criteria, by linear search, whatever the page: the reference for the index.
 */
export function linearSearch(
  reviews: readonly Review[],
  criteria: SearchCriteria,
  analyses: Analyses = {},
): number[] {
  const { rating, minRating, maxRating, since, until, query, technicians, services } = criteria;
  const names = technicians?.map(foldText);
  const ids = services?.map(foldText);
  return reviews.flatMap((review, rank) =>
    (rating === undefined || review.rating === rating) &&
      (minRating === undefined || review.rating >= minRating) &&
      (maxRating === undefined || review.rating <= maxRating) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (query === undefined || (review.text !== null && foldText(review.text).includes(query))) &&
      (names === undefined || review.mentioned_technicians.some((name) => names.includes(foldText(name)))) &&
      (ids === undefined || review.mentioned_services.some((id) => ids.includes(foldText(id)))) &&
      isFoundIn(analyses[review.id], criteria)
      ? [rank]
      : []
  );
}

function isFoundIn(analysis: ReviewAnalysis | undefined, { aspect, sentiment, problem }: SearchCriteria): boolean {
  if (problem !== undefined && !analysis?.problems.includes(problem)) return false;
  if (aspect === undefined) return sentiment === undefined || analysis?.sentiment === sentiment;
  return analysis?.aspects.some((said) => said.id === aspect && (sentiment ?? said.sentiment) === said.sentiment) ??
    false;
}
