import type { ReviewAnalysis } from "../insights_document.ts";

/** What a review says of one aspect. */
export interface AspectMention {
  /** Id in the taxonomy. */
  readonly id: string;
  readonly sentiment: "positive" | "neutral" | "negative";
  /** From -1 to 1. */
  readonly score: number;
  /** The sentences or clauses that speak of it, verbatim, in their order. */
  readonly clauses: readonly string[];
}

/** What the analysis of one review found. It depends on the review, the taxonomy and the roster alone. */
export interface AnalyzedReview extends Omit<ReviewAnalysis, "aspects" | "topics" | "sentiment" | "score"> {
  readonly sentiment: NonNullable<ReviewAnalysis["sentiment"]>;
  /** Over the whole review, from its text and its stars; from -1 to 1. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  /** Its sentences, verbatim; empty for a review without text. */
  readonly sentences: readonly string[];
}
