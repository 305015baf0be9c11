import type { Review } from "../review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";

/** One review as a witness for an aspect, an entity or a topic. */
export interface Evidence {
  readonly review: Review;
  readonly analysis: AnalyzedReview;
  /** Of what is witnessed: for an aspect its own sentiment, else that of the whole review. */
  readonly sentiment: AnalyzedReview["sentiment"];
  /** From -1 to 1. */
  readonly score: number;
  /** The clauses that speak of an aspect; empty for anything else. */
  readonly clauses: readonly string[];
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
