import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { rounded, wilsonLowerBound } from "../../domain/insights/numbers.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { type Days, lastYears } from "./last_years.ts";

/** What can be ranked. */
export const RANKED_KINDS = ["technicians", "services", "aspects", "problems", "months"] as const;

/** Which reviews are counted. */
export type RankScope = Pick<SearchCriteria, "since" | "until" | "technicians" | "services">;

/** An aspect and the number of reviews that speak of it in one way. */
export interface SaidAspect {
  readonly id: string;
  readonly label: string;
  readonly review_count: number;
}

/** How many reviews there are, and how many of each side. */
export interface SidesCount {
  readonly review_count: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** A subject with what the reviews that mention it say. */
export interface RankedSubject extends SidesCount {
  readonly id: string;
  readonly label: string;
  /** Mean stars of these reviews, two decimals. */
  readonly average_rating: number | null;
  /** Lower bounds of the 95 % Wilson interval of a share, in per cent with one decimal. */
  readonly positive_at_least_pct: number;
  readonly negative_at_least_pct: number;
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
  readonly criteria: Omit<SearchCriteria, "limit">;
}

interface Candidate {
  readonly id: string;
  readonly label: string;
  readonly criteria: RankedSubject["criteria"];
  readonly trend: RankedSubject["trend"];
}

const MOST_SAID = 3;
const STARS = [1, 2, 3, 4, 5] as const;

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
  const key = (figures: Figures) => measureOf(figures, by);
  const mentioned = candidates(snapshot, kind, scope)
    .map((candidate) => ({ candidate, figures: figuresOf(snapshot, candidate.criteria) }))
    .filter(({ figures }) => figures.review_count > 0)
    .sort((a, b) =>
      key(b.figures) - key(a.figures) || b.figures.review_count - a.figures.review_count ||
      (a.candidate.id < b.candidate.id ? -1 : 1)
    );
  const [last, before] = kind === "months" ? [null, null] : lastYears(snapshot, scope);
  const sidesWithin = (criteria: RankedSubject["criteria"], days: Days | null) =>
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

type Figures = SidesCount & Pick<RankedSubject, "average_rating" | "positive_at_least_pct" | "negative_at_least_pct">;

function measureOf(figures: Figures, by: Ranking["by"]): number {
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

function mayEqual(figures: Figures, first: Figures, by: Ranking["by"]): boolean | null {
  if (by !== "positive share" && by !== "negative share") return null;
  const { review_count: all, positive_count: positive, negative_count: negative } = figures;
  // The upper bound of a share is what the lower bound of the rest leaves.
  const rest = all - (by === "positive share" ? positive : negative);
  return (1 - wilsonLowerBound(rest, all)) * 100 >= measureOf(first, by);
}

function candidates(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  scope: RankScope,
): readonly Candidate[] {
  const { aspects, entities, temporal } = insightsOf(snapshot);
  const isWhole = Object.values(scope).every((value) => value === undefined);
  const trendOf = (insight: { readonly trend: RankedSubject["trend"] } | null) =>
    isWhole ? insight?.trend ?? null : null;
  switch (kind) {
    case "aspects":
      return aspects.map((one) => ({
        id: one.id,
        label: one.label,
        criteria: { ...scope, aspect: one.id },
        trend: trendOf(one),
      }));
    case "problems":
      return entities.problems.map((one) => ({
        id: one.id,
        label: one.label,
        criteria: { ...scope, problem: one.id },
        trend: trendOf(one),
      }));
    case "months":
      return temporal.monthly.map(({ month }) => ({
        id: month,
        label: month,
        criteria: { ...scope, ...withinMonth(scope, month) },
        trend: null,
      }));
    // Those who are named beside the one that is asked for are ranked by the reviews that name both.
    case "technicians":
      return namedThings(snapshot, kind).filter(({ label }) => scope.technicians?.includes(label) ?? true)
        .map(({ id, label, insight }) => ({
          id,
          label,
          criteria: { ...scope, technicians: [label] },
          trend: trendOf(insight),
        }));
    case "services":
      return namedThings(snapshot, kind).filter(({ id }) => scope.services?.includes(id) ?? true)
        .map(({ id, label, insight }) => ({
          id,
          label,
          criteria: { ...scope, services: [id] },
          trend: trendOf(insight),
        }));
  }
}

function withinMonth({ since, until }: RankScope, month: string): Pick<RankScope, "since" | "until"> {
  // Dates are compared as numbers, so day 32 is after every day of the month.
  const [first, last] = [`${month}-01`, `${month}-32`];
  return {
    since: since !== undefined && since > first ? since : first,
    until: until !== undefined && until < last ? until : last,
  };
}

function figuresOf(snapshot: Snapshot, criteria: RankedSubject["criteria"]): Figures {
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

function sidesOf(snapshot: Snapshot, criteria: RankedSubject["criteria"]): SidesCount {
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

function countOf({ search }: Snapshot, criteria: RankedSubject["criteria"]): number {
  return searchIndex(search, { ...criteria, limit: 0 }).matched;
}

function saidAspects(
  snapshot: Snapshot,
  criteria: RankedSubject["criteria"],
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
