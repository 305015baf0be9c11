import type { InsightsDocument } from "../documents/insights_document.ts";
import type { Evidence } from "./figures/evidence.ts";
import { meanOf } from "./mean_of.ts";
import { percentOf } from "./percent_of.ts";
import { sentimentCounts } from "./figures/sentiment_counts.ts";

/** The sentiment over all analysed reviews, a rating without words among them; all null of none. */
export function overallSentiment(evidence: readonly Evidence[]): InsightsDocument["overall_sentiment"] {
  const { positive, neutral, negative } = sentimentCounts(evidence);
  return {
    score: meanOf(evidence.map(({ score }) => score), 3),
    positive_pct: percentOf(positive, evidence.length),
    neutral_pct: percentOf(neutral, evidence.length),
    negative_pct: percentOf(negative, evidence.length),
  };
}
