import { FEWEST_REVIEWS } from "../insights/evidence_minimum.ts";
import type { EntityInsight, InsightsDocument, Trend } from "../documents/insights_document.ts";

const MOST_OF_EACH = 3;
/** Minimum ratio of praise to criticism of a strength. */
const CLEAR_PRAISE = 2;

type Aspect = InsightsDocument["aspects"][number];

/** A complaint: a criticised aspect or a problem. */
type Complaint =
  | { readonly kind: "aspects"; readonly subject: Aspect; readonly count: number }
  | { readonly kind: "problems"; readonly subject: EntityInsight; readonly count: number };

/** Main strengths, complaints and changes of the business; at most three of each. */
export interface Strengths {
  /** The most praised aspects, if they have at least twice as much praise as criticism; most praised first. */
  readonly strengths: readonly Aspect[];
  /** The most criticised aspects and problems, if they are no strength; most frequent first. */
  readonly complaints: readonly Complaint[];
  /** Aspects whose opinion has improved or declined, most mentioned first. */
  readonly changes: readonly { readonly subject: Aspect; readonly trend: "improving" | "declining" }[];
}

/**
 * Chooses the strengths, complaints and changes among the figures of the insights. Nothing is called the most praised
 * or criticised if a subject with a larger number does not qualify.
 */
export function strengthsOf({ aspects, entities }: Pick<InsightsDocument, "aspects" | "entities">): Strengths {
  const isStrength = ({ positive_count, negative_count }: Aspect) => positive_count >= CLEAR_PRAISE * negative_count;
  const praised = aspects.filter(({ burden }) => burden !== true);
  const criticised: readonly Complaint[] = [
    ...entities.problems.map((subject) => ({ kind: "problems" as const, subject, count: subject.mention_count })),
    ...aspects.map((subject) => ({ kind: "aspects" as const, subject, count: subject.negative_count })),
  ];
  const changes = aspects.flatMap((subject) => isChange(subject.trend) ? [{ subject, trend: subject.trend }] : []);
  return {
    strengths: foremost(praised, ({ positive_count }) => positive_count, isStrength),
    complaints: foremost(
      criticised,
      ({ count }) => count,
      ({ kind, subject }) => kind === "problems" || !isStrength(subject),
    ),
    changes: changes.slice(0, MOST_OF_EACH),
  };
}

/** The subjects with the largest counts that qualify, if none with a larger count does not. */
function foremost<Subject>(
  subjects: readonly Subject[],
  countOf: (subject: Subject) => number,
  qualifies: (subject: Subject) => boolean,
): readonly Subject[] {
  const least = Math.max(FEWEST_REVIEWS, ...subjects.filter((subject) => !qualifies(subject)).map(countOf));
  return subjects.filter((subject) => countOf(subject) >= least && qualifies(subject))
    .toSorted((a, b) => countOf(b) - countOf(a)).slice(0, MOST_OF_EACH);
}

function isChange(trend: Trend | null): trend is "improving" | "declining" {
  return trend === "improving" || trend === "declining";
}
