import type { InsightsDocument } from "../../domain/documents/insights_document.ts";
import { namedThings } from "../../domain/queries/named_things.ts";
import { insightsOf } from "../../domain/queries/snapshot_insights.ts";
import type { SearchCriteria } from "../../domain/search/search_index.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import type { CountCriteria } from "./review_sides.ts";

/** What can be ranked. */
export const RANKED_KINDS = ["technicians", "services", "aspects", "problems", "months"] as const;

/** Which reviews are counted. */
export type RankScope = Pick<SearchCriteria, "since" | "until" | "technicians" | "services">;

/** What may be ranked. */
export interface Candidate {
  readonly id: string;
  readonly label: string;
  /** What finds its reviews. */
  readonly criteria: CountCriteria;
  /** Null where it is not measured, or not for the reviews that are counted. */
  readonly trend: InsightsDocument["temporal"]["trend"] | null;
}

/** The candidates of a kind, in no order. */
export function rankCandidates(
  snapshot: Snapshot,
  kind: typeof RANKED_KINDS[number],
  scope: RankScope,
): readonly Candidate[] {
  const { aspects, entities, temporal } = insightsOf(snapshot);
  const isWhole = Object.values(scope).every((value) => value === undefined);
  const trendOf = (insight: { readonly trend: Candidate["trend"] } | null) => isWhole ? insight?.trend ?? null : null;
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
