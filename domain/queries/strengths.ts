import { FEWEST_REVIEWS } from "../insights/evidence_minimum.ts";
import type { EntityInsight, InsightsDocument, Trend } from "../documents/insights_document.ts";

const MOST_OF_EACH = 3;
/** Minimum ratio of praise to criticism of a strength. */
const CLEAR_PRAISE = 2;

type Aspect = InsightsDocument["aspects"][number];

/** A complaint: an aspect with more criticism than praise, or a problem. */
export type Complaint =
  | { readonly kind: "aspects"; readonly subject: Aspect; readonly count: number }
  | { readonly kind: "problems"; readonly subject: EntityInsight; readonly count: number };

/** Main strengths, complaints and changes of the business; at most three of each. */
export interface Strengths {
  /** Aspects with at least twice as much praise as criticism, most praised first. */
  readonly strengths: readonly Aspect[];
  /** Problems, and aspects with more criticism than praise, most frequent first. */
  readonly complaints: readonly Complaint[];
  /** Aspects whose opinion has improved or declined, most mentioned first. */
  readonly changes: readonly { readonly subject: Aspect; readonly trend: "improving" | "declining" }[];
}

/** Chooses the strengths, complaints and changes among the figures of the insights. */
export function strengthsOf({ aspects, entities }: Pick<InsightsDocument, "aspects" | "entities">): Strengths {
  const strengths = aspects.filter((aspect) =>
    aspect.burden !== true && aspect.positive_count >= FEWEST_REVIEWS &&
    aspect.positive_count >= CLEAR_PRAISE * aspect.negative_count
  ).toSorted((a, b) => b.positive_count - a.positive_count);
  const complaints: readonly Complaint[] = [
    ...entities.problems.map((subject) => ({ kind: "problems" as const, subject, count: subject.mention_count })),
    ...aspects.filter(({ positive_count, negative_count }) => negative_count > positive_count)
      .map((subject) => ({ kind: "aspects" as const, subject, count: subject.negative_count })),
  ].filter(({ count }) => count >= FEWEST_REVIEWS).toSorted((a, b) => b.count - a.count);
  const changes = aspects.flatMap((subject) => isChange(subject.trend) ? [{ subject, trend: subject.trend }] : []);
  return {
    strengths: strengths.slice(0, MOST_OF_EACH),
    complaints: complaints.slice(0, MOST_OF_EACH),
    changes: changes.slice(0, MOST_OF_EACH),
  };
}

function isChange(trend: Trend | null): trend is "improving" | "declining" {
  return trend === "improving" || trend === "declining";
}
