import type { Review } from "../../review.ts";
import type { AnalyzedReview } from "../analysis/analyzed_review.ts";
import type { Sentiment } from "../sentiment/review_score.ts";

/** One review as evidence for an aspect, an entity or a topic. */
export interface Evidence {
  readonly review: Review;
  readonly analysis: AnalyzedReview;
  /**
   * Sentiment towards the aspect, technician or service; for problems, areas and topics the sentiment of the whole
   * review.
   */
  readonly sentiment: Sentiment;
  /** The score behind `sentiment`, -1 to 1. */
  readonly score: number;
  /** Clauses about the aspect (see `AspectMention`); empty for anything else. */
  readonly spans: readonly number[];
}

/** Evidence by the id of the aspect, entity or topic; each list newest first. */
export type EvidenceById = ReadonlyMap<string, readonly Evidence[]>;

/** The evidence for all aspects, entities and topics. */
export interface GroupedEvidence {
  /** Every analysed review once, with the sentiment of the whole review. */
  readonly all: readonly Evidence[];
  /** Number of reviews in each language that is not read. */
  readonly languages: ReadonlyMap<string, number>;
  readonly aspects: EvidenceById;
  readonly technicians: EvidenceById;
  readonly services: EvidenceById;
  readonly problems: EvidenceById;
  readonly service_areas: EvidenceById;
  readonly topics: EvidenceById;
}

const EXAMPLES_OF_EACH = 3;

/** Compares by number of mentions, descending, then by id. */
export function compareMentions(
  a: { readonly id: string; readonly mention_count: number },
  b: { readonly id: string; readonly mention_count: number },
): number {
  return b.mention_count - a.mention_count || (a.id < b.id ? -1 : 1);
}

/**
 * Returns the clearest reviews of one sentiment. The strongest scores come first (for neutral: the nearest to 0); equal
 * ones keep the given order.
 *
 * @param most Maximum number of reviews.
 */
export function strongestEvidence(
  evidence: readonly Evidence[],
  sentiment: Evidence["sentiment"],
  most: number,
): readonly Evidence[] {
  const sign = sentiment === "neutral" ? -1 : 1;
  return evidence.filter((item) => item.sentiment === sentiment)
    .sort((a, b) => sign * (Math.abs(b.score) - Math.abs(a.score))).slice(0, most);
}

/**
 * Returns ids of example reviews: the three clearest positive ones, then neutral, then negative.
 *
 * @param evidence Newest first.
 */
export function exampleReviews(evidence: readonly Evidence[]): string[] {
  return (["positive", "neutral", "negative"] as const)
    .flatMap((sentiment) => strongestEvidence(evidence, sentiment, EXAMPLES_OF_EACH).map(({ review }) => review.id));
}
