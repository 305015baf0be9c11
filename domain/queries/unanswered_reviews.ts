import type { Review } from "../review.ts";
import { searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewAt } from "./snapshot_reviews.ts";

// As many are looked at for each rating; a business that answers nothing has the ones asked for among the first.
const MOST_LOOKED_AT = 200;

/**
 * The newest critical reviews (three stars or fewer) that the business has not replied to.
 *
 * @param services Only reviews that mention one of these ids, when given.
 */
export function unansweredReviews(snapshot: Snapshot, limit: number, services?: readonly string[]): readonly Review[] {
  const ranks = [1, 2, 3]
    .flatMap((rating) => searchIndex(snapshot.search, { rating, services, limit: MOST_LOOKED_AT }).ranks)
    .sort((a, b) => a - b);
  const found: Review[] = [];
  for (const rank of ranks) {
    if (found.length === limit) break;
    const review = reviewAt(snapshot, rank);
    if (review.owner_reply === null) found.push(review);
  }
  return found;
}
