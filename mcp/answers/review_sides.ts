import { rounded, wilsonLowerBound } from "../../domain/insights/numbers.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** What finds reviews that are counted. */
export type CountCriteria = Omit<SearchCriteria, "limit">;

/** How many reviews there are, and how many of each side. */
export interface SidesCount {
  readonly review_count: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** The same with what is measured by it. */
export interface SideFigures extends SidesCount {
  /** Mean stars of these reviews, two decimals. */
  readonly average_rating: number | null;
  /** Lower bounds of the 95 % Wilson interval of a share, in per cent with one decimal. */
  readonly positive_at_least_pct: number;
  readonly negative_at_least_pct: number;
}

const STARS = [1, 2, 3, 4, 5] as const;

/** The figures of the reviews that are found. */
export function figuresOf(snapshot: Snapshot, criteria: CountCriteria): SideFigures {
  const sides = sidesOf(snapshot, criteria);
  const { review_count: all, positive_count: positive, negative_count: negative } = sides;
  const stars = STARS.reduce((sum, rating) => sum + rating * countOf(snapshot, { ...criteria, rating }), 0);
  return {
    ...sides,
    average_rating: all === 0 ? null : rounded(stars / all, 2),
    positive_at_least_pct: rounded(wilsonLowerBound(positive, all) * 100, 1),
    negative_at_least_pct: rounded(wilsonLowerBound(negative, all) * 100, 1),
  };
}

/** By the sentiment towards the aspect that is asked for, else by the stars. */
export function sidesOf(snapshot: Snapshot, criteria: CountCriteria): SidesCount {
  const count = (more: Partial<SearchCriteria>) => countOf(snapshot, { ...criteria, ...more });
  const [positive, neutral, negative] = criteria.aspect === undefined
    ? [count({ minRating: 4 }), count({ rating: 3 }), count({ maxRating: 2 })]
    : [count({ sentiment: "positive" }), count({ sentiment: "neutral" }), count({ sentiment: "negative" })];
  return {
    review_count: count({}),
    positive_count: positive,
    neutral_count: neutral,
    negative_count: negative,
  };
}

/** How many reviews are found. */
export function countOf({ search }: Snapshot, criteria: CountCriteria): number {
  return searchIndex(search, { ...criteria, limit: 0 }).matched;
}
