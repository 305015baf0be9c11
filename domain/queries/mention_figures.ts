import type { AggregateRating } from "../documents/aggregate_rating.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** Number and ratings of the reviews that meet some criteria. */
export interface MentionFigures {
  readonly count: number;
  /** Mean rating, two decimals; null if there is no such review. */
  readonly averageRating: number | null;
  readonly distribution: AggregateRating["distribution"];
}

/** Counts the ratings of the reviews that meet the criteria, in the index alone: no review is parsed. */
export function mentionFigures(
  { search }: Snapshot,
  criteria: Pick<SearchCriteria, "technicians" | "services">,
): MentionFigures {
  const counted = (rating: number) => searchIndex(search, { ...criteria, rating, limit: 0 }).matched;
  const distribution = { "1": counted(1), "2": counted(2), "3": counted(3), "4": counted(4), "5": counted(5) };
  const rows = Object.entries(distribution);
  const count = rows.reduce((sum, [, reviews]) => sum + reviews, 0);
  const stars = rows.reduce((sum, [rating, reviews]) => sum + Number(rating) * reviews, 0);
  return { count, averageRating: count === 0 ? null : Math.round(stars / count * 100) / 100, distribution };
}
