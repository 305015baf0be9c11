import type { Review } from "../review.ts";
import { searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { reviewAt } from "./snapshot_reviews.ts";

// Read per rating. Where few replies are given, the reviews asked for are among the newest.
const MOST_LOOKED_AT = 200;

/**
 * The newest critical reviews (three stars or fewer) without a reply of the business, at most `limit`; of each rating
 * only the newest 200 are read.
 *
 * @param services If given, only reviews that mention one of these ids.
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
