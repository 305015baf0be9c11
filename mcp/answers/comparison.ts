import { FEWEST_REVIEWS } from "../../domain/insights/evidence_minimum.ts";
import { counted } from "../../domain/insights/prose/wording.ts";
import { mentionFigures } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

/** Criteria of the reviews to count. */
export type CountCriteria = Omit<SearchCriteria, "limit">;

/** A period of days, both inclusive; open without a day. */
export type Days = Pick<SearchCriteria, "since" | "until">;

/** Number of reviews, and of those on each side. */
export interface SidesCount {
  readonly review_count: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** Number of matching reviews. */
export function countOf({ search }: Snapshot, criteria: CountCriteria): number {
  return searchIndex(search, { ...criteria, limit: 0 }).matched;
}

/** Counts sides: by the sentiment towards the aspect in the criteria, else by stars. */
export function sidesOf(snapshot: Snapshot, criteria: CountCriteria): SidesCount {
  const count = (more: Partial<SearchCriteria>) => countOf(snapshot, { ...criteria, ...more });
  const [positive, neutral, negative] = criteria.aspect === undefined
    ? [count({ minRating: 4 }), count({ rating: 3 }), count({ maxRating: 2 })]
    : [count({ sentiment: "positive" }), count({ sentiment: "neutral" }), count({ sentiment: "negative" })];
  return { review_count: count({}), positive_count: positive, neutral_count: neutral, negative_count: negative };
}

/**
 * Numbers of the matching reviews by stars, with the mean of the stars (two decimals; null without reviews) and the
 * square of its standard error (NaN below two reviews).
 */
export function starsOf(snapshot: Snapshot, criteria: CountCriteria) {
  const { count, averageRating, distribution } = mentionFigures(snapshot, criteria);
  const squares = Object.entries(distribution).reduce(
    (sum, [stars, reviews]) => sum + reviews * (Number(stars) - (averageRating ?? 0)) ** 2,
    0,
  );
  return { distribution, average_rating: averageRating, squaredError: squares / (count - 1) / count };
}

/** Figures of a period. */
export interface Period extends SidesCount {
  readonly since: string | null;
  readonly until: string | null;
  readonly average_rating: number | null;
}

/** Two periods, and whether their average stars differ by more than 1.96 standard errors; null with few reviews. */
export interface Comparison {
  readonly earlier: Period;
  readonly later: Period;
  readonly is_more_than_chance: boolean | null;
}

/** Compares the matching reviews of two periods. */
export function comparisonOf(snapshot: Snapshot, criteria: CountCriteria, earlier: Days, later: Days): Comparison {
  const [one, other] = [earlier, later].map((days) => {
    const within = { ...criteria, ...days };
    const { average_rating, squaredError } = starsOf(snapshot, within);
    const { since = null, until = null } = days;
    return { period: { since, until, average_rating, ...sidesOf(snapshot, within) }, squaredError };
  }) as [{ period: Period; squaredError: number }, { period: Period; squaredError: number }];
  const difference = Math.abs((one.period.average_rating ?? 0) - (other.period.average_rating ?? 0));
  const isFew = Math.min(one.period.review_count, other.period.review_count) < FEWEST_REVIEWS;
  return {
    earlier: one.period,
    later: other.period,
    is_more_than_chance: isFew ? null : difference > 1.96 * Math.sqrt(one.squaredError + other.squaredError),
  };
}

/**
 * Says both counts, both averages and whether chance explains the difference.
 *
 * @param nameOf Name of a period besides its days; null for none.
 */
export function comparisonSentence(
  { earlier, later, is_more_than_chance: isMore }: Comparison,
  nameOf: (period: Period) => string | null = () => null,
): string {
  const described = (period: Period) => {
    const name = nameOf(period);
    return name === null ? periodText(period) : `${name}, ${periodText(period)}`;
  };
  const verdict = isMore === null
    ? `One period has fewer than ${FEWEST_REVIEWS} reviews, so they cannot be compared.`
    : isMore
    ? "The averages differ by more than chance."
    : "Chance alone may explain the difference.";
  return `Later, ${described(later)}; earlier, ${described(earlier)}. ${verdict}`;
}

function periodText({ since, until, review_count, negative_count, average_rating: mean }: Period): string {
  const days = [since === null ? "" : `from ${since}`, until === null ? "" : `until ${until}`];
  const when = days.filter((part) => part !== "").join(" ") || "in all";
  if (mean === null) return `${when}: no reviews`;
  return `${when}: ${counted(review_count, "review")}, ${counted(mean, "star")} on average, ${negative_count} negative`;
}

/**
 * Periods of the last twelve counted months, and of the twelve before. The latter is null if the reviews, or the
 * counted ones, begin in a later month: fewer months would be compared with twelve.
 */
export function lastYears(snapshot: Snapshot, { since, until }: Days): readonly [last: Days, before: Days | null] {
  const { earliest, latest } = insightsOf(snapshot).date_range;
  if (latest === null) return [{}, null];
  const last = until !== undefined && until < latest ? until : latest;
  // The same day of an earlier year. A 29 February that does not exist still sorts before 1 March.
  const yearsBefore = (years: number) => `${String(Number(last.slice(0, 4)) - years).padStart(4, "0")}${last.slice(4)}`;
  const [first, start] = [yearsBefore(1), since ?? earliest ?? ""];
  return [
    { until, since: since !== undefined && since > first ? since : first },
    start.slice(0, 7) > yearsBefore(2).slice(0, 7) ? null : { until: shiftedDay(first, -1), since: yearsBefore(2) },
  ];
}

/** Returns the day (YYYY-MM-DD) that is a number of days after another, or before it if the number is negative. */
export function shiftedDay(date: string, days: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
