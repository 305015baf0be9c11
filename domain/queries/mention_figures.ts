import type { AggregateRating } from "../documents/aggregate_rating.ts";
import { type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";

/** The stars of the reviews that meet criteria. */
export interface MentionFigures {
  readonly count: number;
  /** Mean of the stars, two decimals; null when there is no such review. */
  readonly averageRating: number | null;
  readonly distribution: AggregateRating["distribution"];
}

/** Counts the stars of the reviews that meet criteria, by index alone: no review is parsed. */
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
