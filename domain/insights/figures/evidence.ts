import type { Review } from "../../review.ts";
import type { AnalyzedReview } from "../analysis/analyzed_review.ts";
import type { Sentiment } from "../sentiment/review_score.ts";

/** One review as a witness for an aspect, an entity or a topic. */
export interface Evidence {
  readonly review: Review;
  readonly analysis: AnalyzedReview;
  /** Of what is witnessed: of an aspect, technician or service its own, else that of the whole review. */
  readonly sentiment: Sentiment;
  /** From -1 to 1. */
  readonly score: number;
  /** Where the clauses stand that speak of an aspect (see `AspectMention`); empty for anything else. */
  readonly spans: readonly number[];
}

/** Evidence by the id of what it speaks of; each list newest first. */
export type EvidenceById = ReadonlyMap<string, readonly Evidence[]>;

/** Everything that the reviews speak of. */
export interface GroupedEvidence {
  /** Every analysed review once. */
  readonly all: readonly Evidence[];
  readonly aspects: EvidenceById;
  readonly technicians: EvidenceById;
  readonly services: EvidenceById;
  readonly problems: EvidenceById;
  readonly service_areas: EvidenceById;
  readonly topics: EvidenceById;
}

const EXAMPLES_OF_EACH = 3;

/** Orders what reviews mention: the most mentioned first, then by id. */
export function compareMentions(
  a: { readonly id: string; readonly mention_count: number },
  b: { readonly id: string; readonly mention_count: number },
): number {
  return b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1);
}

/**
 * The clearest reviews of one sentiment: those of the strongest score (for neutral: the nearest to
 * 0), of equals the newer, then the one with the greater id. Takes one pass.
 *
 * @param evidence Newest first.
 */
export function strongestEvidence(
  evidence: readonly Evidence[],
  sentiment: Evidence["sentiment"],
  most: number,
): readonly Evidence[] {
  const clearness = ({ score }: Evidence) => sentiment === "neutral" ? -Math.abs(score) : Math.abs(score);
  const best: Evidence[] = [];
  for (const item of evidence) {
    if (item.sentiment !== sentiment) continue;
    let at = best.length;
    for (let before = best[at - 1]; before !== undefined && clearness(before) < clearness(item);) {
      before = best[--at - 1];
    }
    if (at >= most) continue;
    best.splice(at, 0, item);
    best.length = Math.min(best.length, most);
  }
  return best;
}

/**
 * Ids of the reviews that show best what customers say: the clearest three positive ones, then
 * neutral, then negative.
 *
 * @param evidence Newest first.
 */
export function exampleReviews(evidence: readonly Evidence[]): string[] {
  return (["positive", "neutral", "negative"] as const)
    .flatMap((sentiment) => strongestEvidence(evidence, sentiment, EXAMPLES_OF_EACH).map(({ review }) => review.id));
}
