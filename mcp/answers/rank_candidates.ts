import { sourceLabel } from "../../domain/documents/review_figures.ts";
import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { wilsonLowerBound } from "../../domain/insights/evidence_minimum.ts";
import { rounded } from "../../domain/insights/rounding.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import { facetKey } from "../../domain/search/review_facets.ts";
import { type SearchCriteria, searchIndex } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";

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

/** Criteria of the reviews that a ranking counts. */
export type RankScope = Pick<SearchCriteria, "since" | "until" | "technicians" | "services" | "aspect" | "source">;

interface Candidate {
  readonly id: string;
  readonly label: string;
  /** Criteria that find its reviews. */
  readonly criteria: CountCriteria;
  /** Null if not measured, or if the ranking does not count all reviews. */
  readonly trend: InsightsDocument["temporal"]["trend"] | null;
}

/** Lists the subjects of a kind, in no order. */
export function rankCandidates(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  scope: RankScope,
): readonly Candidate[] {
  const { aspects, entities, temporal } = insightsOf(snapshot);
  const isWhole = Object.values(scope).every((value) => value === undefined);
  const candidate = (
    { id, label }: { readonly id: string; readonly label: string },
    own: CountCriteria,
    trend: Candidate["trend"] = null,
  ) => ({ id, label, criteria: { ...scope, ...own }, trend: isWhole ? trend : null });
  switch (kind) {
    case "aspects":
      return aspects.filter(({ id }) => (scope.aspect ?? id) === id)
        .map((one) => candidate(one, { aspect: one.id }, one.trend));
    case "problems":
      return entities.problems.map((one) => candidate(one, { problem: one.id }, one.trend));
    case "months":
      return temporal.monthly.map(({ month }) => candidate({ id: month, label: month }, withinMonth(scope, month)));
    case "sources":
      return snapshot.tally.sources.filter(({ source }) => facetKey(scope.source ?? source) === facetKey(source))
        .map(({ source }) => candidate({ id: source, label: sourceLabel(source) }, { source }));
    case "service_areas":
      return entities.service_areas.map((one) => candidate(one, { serviceArea: one.id }, one.trend));
    // In the scope of one technician or service, ranks the others that the same reviews mention.
    case "technicians":
      return namedThings(snapshot, kind).filter(({ label }) => scope.technicians?.includes(label) ?? true)
        .map((one) => candidate(one, { technicians: [one.label] }, one.insight?.trend));
    case "services":
      return namedThings(snapshot, kind).filter(({ id }) => scope.services?.includes(id) ?? true)
        .map((one) => candidate(one, { services: [one.id] }, one.insight?.trend));
  }
}

function withinMonth({ since, until }: RankScope, month: string): Pick<RankScope, "since" | "until"> {
  // Dates are compared as numbers, so day 32 comes after every day of the month.
  const [first, last] = [`${month}-01`, `${month}-32`];
  return {
    since: since !== undefined && since > first ? since : first,
    until: until !== undefined && until < last ? until : last,
  };
}

/** Criteria of the reviews to count. */
export type CountCriteria = Omit<SearchCriteria, "limit">;

/** Number of reviews, and of those on each side. */
export interface SidesCount {
  readonly review_count: number;
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** Counts with the figures derived from them. */
export interface SideFigures extends SidesCount {
  /** Mean stars of these reviews, two decimals. */
  readonly average_rating: number | null;
  /** Lower bounds of the 95 % Wilson interval of a share, in per cent with one decimal. */
  readonly positive_at_least_pct: number;
  readonly negative_at_least_pct: number;
}

const STARS = [1, 2, 3, 4, 5] as const;

/** Figures of the matching reviews. */
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

/** Counts sides: by the sentiment towards the aspect in the criteria, else by stars. */
export function sidesOf(snapshot: Snapshot, criteria: CountCriteria): SidesCount {
  const count = (more: Partial<SearchCriteria>) => countOf(snapshot, { ...criteria, ...more });
  const [positive, neutral, negative] = criteria.aspect === undefined
    ? [count({ minRating: 4 }), count({ rating: 3 }), count({ maxRating: 2 })]
    : [count({ sentiment: "positive" }), count({ sentiment: "neutral" }), count({ sentiment: "negative" })];
  return { review_count: count({}), positive_count: positive, neutral_count: neutral, negative_count: negative };
}

/** Number of matching reviews. */
export function countOf({ search }: Snapshot, criteria: CountCriteria): number {
  return searchIndex(search, { ...criteria, limit: 0 }).matched;
}
