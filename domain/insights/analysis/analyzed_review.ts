import type { Sentiment } from "../sentiment/review_score.ts";

/** What a review says of one aspect, technician or service: its sentiment and score. */
export interface Mention {
  /** Id in the taxonomy, the roster or the catalogue; the name itself for a technician who is not in the roster. */
  readonly id: string;
  readonly sentiment: Sentiment;
  /** From -1 to 1, four decimals. */
  readonly score: number;
}

/** What a review says of one aspect, and in which clauses. */
export interface AspectMention extends Mention {
  /**
   * The clauses that speak of the aspect: begin and end offset of each in turn, in UTF-16 code units of the review's
   * text, ascending.
   */
  readonly spans: readonly number[];
}

/**
 * The analysis of one review. It depends only on the review, the taxonomy and the business. Without any text, so that
 * the analyses of 100,000 reviews take little memory.
 */
export interface AnalyzedReview {
  readonly sentiment: Sentiment;
  /** Of the whole review, from its text and its stars; -1 to 1, four decimals. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  readonly technicians: readonly Mention[];
  readonly services: readonly Mention[];
  /** Ids, as in the next two lists. */
  readonly problems: readonly string[];
  readonly service_areas: readonly string[];
  readonly topics: readonly string[];
  /** The language of the text if it is not English (see `languageOf`): then only the stars are scored. */
  readonly language?: string;
}
