import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import type { SentimentCounts } from "./sentiment_counts.ts";
import type { EntityInsight, InsightsDocument, Trend } from "../../documents/insights_document.ts";

const MOST_OF_EACH = 3;
/** Minimum ratio of praise to criticism of a strength. */
const CLEAR = 2;
/** Minimum number of opinions that are called divided. */
const FEWEST_DIVIDED = 10;

/** Ratio of criticism at which an aspect that is mostly praised hides a complaint. */
const OVERSHADOWING = 2;

type Aspect = InsightsDocument["aspects"][number];

/** A complaint: a criticised aspect or a problem. */
type Complaint =
  | { readonly kind: "aspects"; readonly subject: Aspect; readonly count: number }
  | { readonly kind: "problems"; readonly subject: EntityInsight; readonly count: number };

/** Main strengths, complaints and changes of the business; at most three of each. */
export interface Strengths {
  /** Aspects with at least twice as much praise as criticism, whose praise is not withheld; most praised first. */
  readonly strengths: readonly Aspect[];
  /** Problems, and aspects with more criticism than praise; most frequent first. */
  readonly complaints: readonly Complaint[];
  /** Aspects whose opinion has improved or declined, most mentioned first. */
  readonly changes: readonly { readonly subject: Aspect; readonly trend: "improving" | "declining" }[];
}

/** Returns whether at least a fifth of the opinions are of the other side; then both sides are shown. */
export function isDivided({ positive, negative }: Pick<SentimentCounts, "positive" | "negative">): boolean {
  return 5 * Math.min(positive, negative) >= positive + negative;
}

/**
 * Returns the side of the reviews of an aspect. Praise is five reviews at least, and twice as many as criticise.
 * Criticism is five at least, and more than praise. Divided opinions are ten, a fifth of them on each side. Null if none
 * is certain.
 */
export function sideOf(
  { positive_count: positive, negative_count: negative }: Pick<Aspect, "positive_count" | "negative_count">,
): "praise" | "criticism" | "divided" | null {
  if (positive >= Math.max(FEWEST_REVIEWS, CLEAR * negative)) return "praise";
  if (negative >= FEWEST_REVIEWS && negative > positive) return "criticism";
  return positive + negative >= FEWEST_DIVIDED && isDivided({ positive, negative }) ? "divided" : null;
}

/**
 * Chooses the strengths, complaints and changes among the figures of the insights. No complaint is named if an aspect
 * that is no complaint has twice as much criticism: a small complaint is no headline beside a large one.
 */
export function strengthsOf({ aspects, entities }: Pick<InsightsDocument, "aspects" | "entities">): Strengths {
  const praised = aspects.filter((aspect) =>
    aspect.burden !== true && aspect.praise_withheld !== true && sideOf(aspect) === "praise"
  );
  const isComplaint = (aspect: Aspect) => sideOf(aspect) === "criticism";
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
