import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import type { EntityInsight, InsightsDocument, Trend } from "../../documents/insights_document.ts";

const MOST_OF_EACH = 3;
/** Minimum ratio of praise to criticism of a strength, and of criticism to praise of a complaint. */
const CLEAR = 2;

/** Ratio of criticism at which an aspect that is mostly praised hides a complaint. */
const OVERSHADOWING = 2;

type Aspect = InsightsDocument["aspects"][number];

/** A complaint: a criticised aspect or a problem. */
type Complaint =
  | { readonly kind: "aspects"; readonly subject: Aspect; readonly count: number }
  | { readonly kind: "problems"; readonly subject: EntityInsight; readonly count: number };

/** Main strengths, complaints and changes of the business; at most three of each. */
export interface Strengths {
  /** Aspects with at least twice as much praise as criticism; most praised first. */
  readonly strengths: readonly Aspect[];
  /** Problems, and aspects with at least twice as much criticism as praise; most frequent first. */
  readonly complaints: readonly Complaint[];
  /** Aspects whose opinion has improved or declined, most mentioned first. */
  readonly changes: readonly { readonly subject: Aspect; readonly trend: "improving" | "declining" }[];
}

/**
 * Chooses the strengths, complaints and changes among the figures of the insights. No complaint is named if an aspect
 * that is no complaint has twice as much criticism: a small complaint is no headline beside a large one.
 */
export function strengthsOf({ aspects, entities }: Pick<InsightsDocument, "aspects" | "entities">): Strengths {
  const praised = aspects.filter(({ burden, positive_count, negative_count }) =>
    burden !== true && positive_count >= Math.max(FEWEST_REVIEWS, CLEAR * negative_count)
  );
  const isComplaint = ({ positive_count, negative_count }: Aspect) => negative_count >= CLEAR * positive_count;
  const least = Math.max(
    FEWEST_REVIEWS,
    ...aspects.filter((aspect) => !isComplaint(aspect)).map(({ negative_count }) => negative_count / OVERSHADOWING),
  );
  const criticised: readonly Complaint[] = [
    ...entities.problems.map((subject) => ({ kind: "problems" as const, subject, count: subject.mention_count })),
    ...aspects.filter(isComplaint)
      .map((subject) => ({ kind: "aspects" as const, subject, count: subject.negative_count })),
  ];
  const changes = aspects.flatMap((subject) => isChange(subject.trend) ? [{ subject, trend: subject.trend }] : []);
  return {
    strengths: praised.toSorted((a, b) => b.positive_count - a.positive_count).slice(0, MOST_OF_EACH),
    complaints: criticised.filter(({ count }) => count >= least).sort((a, b) => b.count - a.count)
      .slice(0, MOST_OF_EACH),
    changes: changes.slice(0, MOST_OF_EACH),
  };
}

function isChange(trend: Trend | null): trend is "improving" | "declining" {
  return trend === "improving" || trend === "declining";
}
