import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { wilsonLowerBound } from "../../domain/insights/evidence_minimum.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import {
  type CountCriteria,
  countOf,
  figuresOf,
  rankCandidates,
  RANKED_KINDS,
  type RankScope,
  type SideFigures,
  type SidesCount,
  sidesOf,
} from "./rank_candidates.ts";

/** A ranking with the measure of its order. */
export interface Ranking {
  readonly ranked: readonly RankedSubject[];
  /** Number of mentioned subjects. */
  readonly total: number;
  /** Measure of the order; null for the number of mentions. */
  readonly by: "positive share" | "negative share" | "negative reviews" | null;
  /** Number of reviews in the last twelve months, and in those before; null as for a subject. */
  readonly last_year: number | null;
  readonly year_before: number | null;
}

/** A ranked subject with the figures of the reviews that mention it. */
export interface RankedSubject extends SideFigures {
  readonly id: string;
  readonly label: string;
  /** Null if not measured, or if the ranking does not count all reviews. */
  readonly trend: InsightsDocument["temporal"]["trend"];
  /**
   * True if chance alone may have put it behind the first, because the 95 % intervals of their shares overlap. True for
   * the first itself; null if the order is not by a share.
   */
  readonly may_equal_first: boolean | null;
  /** Counts of the last twelve months; null for a month itself. */
  readonly last_year: SidesCount | null;
  /** Counts of the twelve months before; null if the counted reviews do not reach back so far. */
  readonly year_before: SidesCount | null;
  /** Aspects that most of these reviews praise, and that most criticise; none for an aspect itself. */
  readonly praised: SaidAspect[];
  readonly criticised: SaidAspect[];
  /** Criteria that find these reviews. */
  readonly criteria: CountCriteria;
}

interface SaidAspect {
  readonly id: string;
  readonly label: string;
  readonly review_count: number;
}

const MOST_SAID = 3;

/**
 * Ranks the subjects of reviews. An aspect has the measured sentiment towards it; other subjects have the stars: 4 and
 * 5 positive, 3 neutral, 1 and 2 negative. Problems are ranked by number of negative reviews, not by their share:
 * nearly every review that names a problem is negative.
 * @param limit Maximum number of subjects.
 */
export function rankSubjects(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  order: "best" | "worst" | "most_mentioned",
  scope: RankScope,
  limit: number,
): Ranking {
  const by = order === "most_mentioned"
    ? null
    : order === "best"
    ? "positive share"
    : kind === "problems"
    ? "negative reviews"
    : "negative share";
  const key = (figures: SideFigures) => measureOf(figures, by);
  const mentioned = rankCandidates(snapshot, kind, scope)
    .map((candidate) => ({ candidate, figures: figuresOf(snapshot, candidate.criteria) }))
    .filter(({ figures }) => figures.review_count > 0)
    .sort((a, b) =>
      key(b.figures) - key(a.figures) || b.figures.review_count - a.figures.review_count ||
      (a.candidate.id < b.candidate.id ? -1 : 1)
    );
  const [last, before] = kind === "months" ? [null, null] : lastYears(snapshot, scope);
  const sidesWithin = (criteria: CountCriteria, days: Days | null) =>
    days === null ? null : sidesOf(snapshot, { ...criteria, ...days });
  const first = mentioned[0]?.figures;
  const ranked = mentioned.slice(0, limit).map(({ candidate, figures }) => ({
    id: candidate.id,
    label: candidate.label,
    ...figures,
    trend: candidate.trend,
    may_equal_first: first === undefined ? null : mayEqual(figures, first, by),
    last_year: sidesWithin(candidate.criteria, last),
    year_before: sidesWithin(candidate.criteria, before),
    praised: kind === "aspects" ? [] : saidAspects(snapshot, candidate.criteria, "positive"),
    criticised: kind === "aspects" ? [] : saidAspects(snapshot, candidate.criteria, "negative"),
    criteria: candidate.criteria,
  }));
  const reviewsWithin = (days: Days | null) => days === null ? null : countOf(snapshot, { ...scope, ...days });
  return { ranked, total: mentioned.length, by, last_year: reviewsWithin(last), year_before: reviewsWithin(before) };
}

function measureOf(figures: SideFigures, by: Ranking["by"]): number {
  switch (by) {
    case "positive share":
      return figures.positive_at_least_pct;
    case "negative share":
      return figures.negative_at_least_pct;
    case "negative reviews":
      return figures.negative_count;
    case null:
      return figures.review_count;
  }
}

function mayEqual(figures: SideFigures, first: SideFigures, by: Ranking["by"]): boolean | null {
  if (by !== "positive share" && by !== "negative share") return null;
  const { review_count: all, positive_count: positive, negative_count: negative } = figures;
  // The upper bound of a share is one minus the lower bound of the rest.
  const rest = all - (by === "positive share" ? positive : negative);
  return (1 - wilsonLowerBound(rest, all)) * 100 >= measureOf(first, by);
}

function saidAspects(snapshot: Snapshot, criteria: CountCriteria, sentiment: "positive" | "negative"): SaidAspect[] {
  return insightsOf(snapshot).aspects
    .map(({ id, label }) => ({ id, label, review_count: countOf(snapshot, { ...criteria, aspect: id, sentiment }) }))
    .filter(({ review_count: count }) => count > 0)
    .sort((a, b) => b.review_count - a.review_count)
    .slice(0, MOST_SAID);
}

type Days = Pick<SearchCriteria, "since" | "until">;

/**
 * Periods of the last twelve counted months, and of the twelve before. The latter is null if the reviews, or the
 * counted ones, begin in a later month: fewer months would be compared with twelve.
 */
function lastYears(snapshot: Snapshot, { since, until }: Days): readonly [last: Days, before: Days | null] {
  const { earliest, latest } = insightsOf(snapshot).date_range;
  const last = until ?? latest ?? "";
  // The same day of an earlier year. A 29 February that does not exist still sorts before 1 March.
  const yearsBefore = (years: number) => `${String(Number(last.slice(0, 4)) - years).padStart(4, "0")}${last.slice(4)}`;
  const [first, start] = [yearsBefore(1), since ?? earliest ?? ""];
  return [
    { until, since: since !== undefined && since > first ? since : first },
    start.slice(0, 7) > yearsBefore(2).slice(0, 7) ? null : { until: dayBefore(first), since: yearsBefore(2) },
  ];
}

function dayBefore(date: string): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1, day - 1)).toISOString().slice(0, 10);
}
