import { sourceLabel } from "../../domain/documents/review_figures.ts";
import { wilsonLowerBound } from "../../domain/insights/evidence_minimum.ts";
import { rounded } from "../../domain/insights/rounding.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { facetKey } from "../../domain/search/review_facets.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { type CountCriteria, type Days, lastYears, type SidesCount, sidesOf, starsOf } from "./comparison.ts";
import { judgedAspects, type RelatedCount, relatedCounts } from "./subject_figures.ts";

/** Kinds of subjects that can be ranked. */
export const RANKED_KINDS = [
  "technicians",
  "services",
  "aspects",
  "problems",
  "months",
  "sources",
  "service_areas",
] as const;

/** Orders of a ranking. */
export const RANKED_ORDERS = ["best", "worst", "most_mentioned"] as const;

/** Criteria of the reviews that a ranking counts. */
type RankScope = Pick<SearchCriteria, "since" | "until" | "technicians" | "services" | "aspect" | "source">;

interface Candidate {
  readonly id: string;
  readonly label: string;
  /** Criteria that find its reviews. */
  readonly criteria: CountCriteria;
}

/** Lists the subjects of a kind, in no order. */
function rankCandidates(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  scope: RankScope,
): readonly Candidate[] {
  const { aspects, entities, temporal } = insightsOf(snapshot);
  const candidate = ({ id, label }: { readonly id: string; readonly label: string }, own: CountCriteria) => ({
    id,
    label,
    criteria: { ...scope, ...own },
  });
  switch (kind) {
    case "aspects":
      return aspects.filter(({ id }) => (scope.aspect ?? id) === id).map((one) => candidate(one, { aspect: one.id }));
    case "problems":
      return entities.problems.map((one) => candidate(one, { problem: one.id }));
    case "months":
      return temporal.monthly.map(({ month }) => candidate({ id: month, label: month }, withinMonth(scope, month)));
    case "sources":
      return snapshot.tally.sources.filter(({ source }) => facetKey(scope.source ?? source) === facetKey(source))
        .map(({ source }) => candidate({ id: source, label: sourceLabel(source) }, { source }));
    case "service_areas":
      return entities.service_areas.map((one) => candidate(one, { serviceArea: one.id }));
    // In the scope of one technician or service, ranks the others that the same reviews mention.
    case "technicians":
      return namedThings(snapshot, kind).filter(({ label }) => scope.technicians?.includes(label) ?? true)
        .map((one) => candidate(one, { technicians: [one.label] }));
    case "services":
      return namedThings(snapshot, kind).filter(({ id }) => scope.services?.includes(id) ?? true)
        .map((one) => candidate(one, { services: [one.id] }));
  }
}

function withinMonth({ since, until }: RankScope, month: string): Days {
  // Dates are compared as numbers, so day 32 comes after every day of the month.
  const [first, last] = [`${month}-01`, `${month}-32`];
  return {
    since: since !== undefined && since > first ? since : first,
    until: until !== undefined && until < last ? until : last,
  };
}

/** Counts of a subject with the figures derived from them. */
interface SideFigures extends SidesCount {
  /** Mean stars of these reviews, two decimals. */
  readonly average_rating: number | null;
  /** Lower bounds of the 95 % Wilson interval of a share, in per cent with one decimal. */
  readonly positive_at_least_pct: number;
  readonly negative_at_least_pct: number;
}

function figuresOf(snapshot: Snapshot, criteria: CountCriteria): SideFigures {
  const sides = sidesOf(snapshot, criteria);
  const { review_count: all, positive_count: positive, negative_count: negative } = sides;
  return {
    ...sides,
    average_rating: starsOf(snapshot, criteria).average_rating,
    positive_at_least_pct: rounded(wilsonLowerBound(positive, all) * 100, 1),
    negative_at_least_pct: rounded(wilsonLowerBound(negative, all) * 100, 1),
  };
}

/** Measure of an order; null for the number of mentions. */
type Measure = "positive share" | "negative share" | "negative reviews" | null;

/** A ranking with the measure of its order. */
export interface Ranking {
  readonly ranked: readonly RankedSubject[];
  /** Number of mentioned subjects. */
  readonly total: number;
  readonly by: Measure;
}

/** A ranked subject with the figures of the reviews that mention it. */
export interface RankedSubject extends SideFigures {
  readonly id: string;
  readonly label: string;
  /**
   * True if chance alone may have put it behind the first, because the 95 % intervals of their shares overlap. True for
   * the first itself; null if the order is not by a share.
   */
  readonly may_equal_first: boolean | null;
  /** Counts of the last twelve months; null for a month itself. */
  readonly last_year: SidesCount | null;
  /** Counts of the twelve months before; null if the counted reviews do not reach back so far. */
  readonly year_before: SidesCount | null;
  /** Aspects that most of these reviews praise, and that most criticise, with their numbers; none for an aspect. */
  readonly praised: Readonly<Record<string, number>>;
  readonly criticised: Readonly<Record<string, number>>;
  /** Subjects of the other kind that count the same words, as an aspect and a problem, with their reviews. */
  readonly related: Readonly<Record<string, RelatedCount>>;
  /** Criteria that find these reviews. */
  readonly criteria: CountCriteria;
}

const MOST_OPINIONS = 3;

/**
 * Ranks the subjects of reviews. An aspect has the measured sentiment towards it; other subjects have the stars: 4 and
 * 5 positive, 3 neutral, 1 and 2 negative. Problems are ranked by number of negative reviews, not by their share:
 * nearly every review that names a problem is negative.
 * @param limit Maximum number of subjects.
 */
export function rankSubjects(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  order: typeof RANKED_ORDERS[number],
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
  const ranked = mentioned.slice(0, limit).map(({ candidate: { id, label, criteria }, figures }) => ({
    id,
    label,
    ...figures,
    may_equal_first: first === undefined ? null : mayEqual(figures, first, by),
    last_year: sidesWithin(criteria, last),
    year_before: sidesWithin(criteria, before),
    praised: kind === "aspects" ? {} : judgedAspects(snapshot, criteria, "positive", MOST_OPINIONS),
    criticised: kind === "aspects" ? {} : judgedAspects(snapshot, criteria, "negative", MOST_OPINIONS),
    related: kind === "aspects" || kind === "problems" ? relatedCounts(snapshot, criteria) : {},
    criteria,
  }));
  return { ranked, total: mentioned.length, by };
}

function measureOf(figures: SideFigures, by: Measure): number {
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

function mayEqual(figures: SideFigures, first: SideFigures, by: Measure): boolean | null {
  if (by !== "positive share" && by !== "negative share") return null;
  const { review_count: all, positive_count: positive, negative_count: negative } = figures;
  // The upper bound of a share is one minus the lower bound of the rest.
  const rest = all - (by === "positive share" ? positive : negative);
  return (1 - wilsonLowerBound(rest, all)) * 100 >= measureOf(first, by);
}
