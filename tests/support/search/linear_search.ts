import { foldText } from "../../../domain/fold_text.ts";
import type { Review } from "../../../domain/review.ts";
import type { SearchCriteria } from "../../../domain/search/search_index.ts";

/** The ranks of the reviews that meet the criteria, by linear search: the reference for the index. */
export function linearSearch(reviews: readonly Review[], criteria: SearchCriteria): number[] {
  const { rating, minRating, since, until, query, technicians, services } = criteria;
  const names = technicians?.map(foldText);
  const ids = services?.map(foldText);
  return reviews.flatMap((review, rank) =>
    (rating === undefined || review.rating === rating) &&
      (minRating === undefined || review.rating >= minRating) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (query === undefined || (review.text !== null && foldText(review.text).includes(query))) &&
      (names === undefined || review.mentioned_technicians.some((name) => names.includes(foldText(name)))) &&
      (ids === undefined || review.mentioned_services.some((id) => ids.includes(foldText(id))))
      ? [rank]
      : []
  );
}
