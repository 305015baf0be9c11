import { clearestEvidence } from "./clearest_evidence.ts";
import type { Evidence } from "./figures/evidence.ts";

const EACH = 3;

/**
 * Ids of the reviews that show best what customers say: the clearest three positive ones, then
 * neutral, then negative.
 *
 * @param evidence Newest first.
 */
export function exampleReviews(evidence: readonly Evidence[]): string[] {
  return (["positive", "neutral", "negative"] as const)
    .flatMap((sentiment) => clearestEvidence(evidence, sentiment, EACH).map(({ review }) => review.id));
}
