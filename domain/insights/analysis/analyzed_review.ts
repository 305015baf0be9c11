import type { Sentiment } from "../sentiment/review_score.ts";

/** Sentiment and score of one aspect, technician or service in a review. */
export interface Mention {
  /** Id in the taxonomy, the roster or the catalogue; the name itself for a technician who is not in the roster. */
  readonly id: string;
  readonly sentiment: Sentiment;
  /** From -1 to 1, four decimals. */
  readonly score: number;
}

/** Sentiment and score of one aspect in a review, with the clauses about it. */
export interface AspectMention extends Mention {
  /**
   * Clauses about the aspect: alternating begin and end offsets in UTF-16 code units of the review's text, ascending.
   */
  readonly spans: readonly number[];
}

/**
 * The analysis of one review, which depends only on the review, the taxonomy and the business. Contains no text, so
 * that the analyses of 100,000 reviews take little memory.
 */
export interface AnalyzedReview {
  readonly sentiment: Sentiment;
  /** Score of the whole review from its text and stars; -1 to 1, four decimals. */
  readonly score: number;
  readonly aspects: readonly AspectMention[];
  readonly technicians: readonly Mention[];
  readonly services: readonly Mention[];
  /** Ids; `topics` and `areas` hold ids as well. */
  readonly problems: readonly string[];
  readonly service_areas: readonly string[];
  readonly topics: readonly string[];
  /**
   * The language of the text if it is not English (see `languageOf`). Then `score` is that of the stars alone, and
   * aspects are those with words in this language.
   */
  readonly language?: string;
  /** Whether aspects and problems are those of a labeller's labels, in whatever language. */
  readonly isLabelled?: boolean;
}
