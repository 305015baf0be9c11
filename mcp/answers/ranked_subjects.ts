import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { wilsonLowerBound } from "../../domain/insights/numbers.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { type Days, lastYears } from "./last_years.ts";
import { rankCandidates, RANKED_KINDS, type RankScope } from "./rank_candidates.ts";
import { type CountCriteria, countOf, figuresOf, type SideFigures, type SidesCount, sidesOf } from "./review_sides.ts";

/** An aspect and the number of reviews that speak of it in one way. */
export interface SaidAspect {
  readonly id: string;
  readonly label: string;
  readonly review_count: number;
}

/** A subject with what the reviews that mention it say. */
export interface RankedSubject extends SideFigures {
  readonly id: string;
  readonly label: string;
  /** Null where it is not measured, or not for the reviews that are counted. */
  readonly trend: InsightsDocument["temporal"]["trend"];
  /**
   * Whether chance alone may have put it behind the first: the 95 % intervals of their shares overlap. True for the
   * first itself; null where no share was ranked by.
   */
  readonly may_equal_first: boolean | null;
  /** What the last twelve months say; null for a month itself. */
  readonly last_year: SidesCount | null;
  /** The twelve months before those; null where no reviews reach back to them, or are not to be counted. */
  readonly year_before: SidesCount | null;
  /** The aspects that most of these reviews praise, and that most criticise; none for an aspect itself. */
  readonly praised: SaidAspect[];
  readonly criticised: SaidAspect[];
  /** What finds these reviews. */
  readonly criteria: CountCriteria;
}

const MOST_SAID = 3;
/** A ranking, and what it is of. */
export interface Ranking {
  readonly ranked: readonly RankedSubject[];
  /** How many subjects are mentioned in all. */
  readonly total: number;
  /** Which measure the order goes by; null for the number of mentions. */
  readonly by: "positive share" | "negative share" | "negative reviews" | null;
  /** How many reviews the last twelve months have, and those before; null as for a subject. */
  readonly last_year: number | null;
  readonly year_before: number | null;
}

/**
 * Ranks what reviews mention. An aspect's sides are the measured sentiment towards it; those of everything else are the
 * stars: 4 and 5 positive, 3 neutral, 1 and 2 negative. A problem that nearly only unhappy customers tell of is not the
 * worst for that: problems go by the number of these.
 *
 * @param limit How many to return at the most.
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
  // The upper bound of a share is what the lower bound of the rest leaves.
  const rest = all - (by === "positive share" ? positive : negative);
  return (1 - wilsonLowerBound(rest, all)) * 100 >= measureOf(first, by);
}

function saidAspects(
  snapshot: Snapshot,
  criteria: CountCriteria,
  sentiment: "positive" | "negative",
): SaidAspect[] {
  return insightsOf(snapshot).aspects
    .map(({ id, label }) => ({
      id,
      label,
      review_count: countOf(snapshot, { ...criteria, aspect: id, sentiment }),
    }))
    .filter(({ review_count: count }) => count > 0)
    .sort((a, b) => b.review_count - a.review_count)
    .slice(0, MOST_SAID);
}
