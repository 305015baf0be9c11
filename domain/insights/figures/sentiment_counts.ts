import type { InsightsDocument } from "../../documents/insights_document.ts";
import { meanOf, percentOf } from "../rounding.ts";
import type { Evidence } from "./evidence.ts";

/** Numbers of positive, neutral and negative reviews. */
export interface SentimentCounts {
  readonly positive: number;
  readonly neutral: number;
  readonly negative: number;
}

/** Counts mentions or reviews by their sentiment. */
export function sentimentCounts(found: readonly { readonly sentiment: keyof SentimentCounts }[]): SentimentCounts {
  const counts = { positive: 0, neutral: 0, negative: 0 };
  for (const { sentiment } of found) counts[sentiment]++;
  return counts;
}

/**
 * Returns the mean score and the shares of the sentiments over all analysed reviews, also those without text. Values
 * are null if there are none.
 */
export function overallSentiment(evidence: readonly Evidence[]): InsightsDocument["overall_sentiment"] {
  const { positive, neutral, negative } = sentimentCounts(evidence);
  return {
    score: meanOf(evidence.map(({ score }) => score), 3),
    positive_pct: percentOf(positive, evidence.length),
    neutral_pct: percentOf(neutral, evidence.length),
    negative_pct: percentOf(negative, evidence.length),
  };
}
