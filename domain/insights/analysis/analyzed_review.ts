import type { Sentiment } from "../sentiment/review_score.ts";

/** What a review says of one aspect, technician or service. */
export interface Mention {
  /** Id in the taxonomy, the roster or the catalogue; of a technician who is in no roster, the name. */
  readonly id: string;
  readonly sentiment: Sentiment;
  /** From -1 to 1, four decimals. */
  readonly score: number;
}

/** What a review says of one aspect. */
export interface AspectMention extends Mention {
  /**
   * Where in the text the clauses stand that speak of it: begin and end of each by turns, in UTF-16
   * code units, ascending.
   */
  readonly spans: readonly number[];
}

/**
 * What the analysis of one review found. It depends on the review, the taxonomy and the roster
 * alone. It holds no text, so that the analyses of 100,000 reviews fit into little memory.
 */
export interface AnalyzedReview {
  readonly sentiment: Sentiment;
  /** Over the whole review, from its text and its stars; from -1 to 1, four decimals. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  readonly technicians: readonly Mention[];
  readonly services: readonly Mention[];
  /** Ids, as in the two lists below. */
  readonly problems: readonly string[];
  readonly service_areas: readonly string[];
  readonly topics: readonly string[];
}
