import type { Review } from "../../review.ts";
import type { AnalyzedReview, Sentiment } from "../analysis/analyzed_review.ts";

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
