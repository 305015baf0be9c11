import type { EntityInsight, Trend } from "../../documents/insights_document.ts";
import { meanOf, percentOf } from "../numbers.ts";
import { compareMentions, type Evidence, type EvidenceById, exampleReviews } from "./evidence.ts";
import { sentimentCounts } from "./sentiment_counts.ts";

/**
 * The figures of every technician, service, problem or area that is mentioned: most mentioned first, then by id; at
 * most 500. Average ratings have two decimals.
 */
export function entityInsights(
  evidence: EvidenceById,
  labels: ReadonlyMap<string, string>,
  trendOf: (mentions: readonly Evidence[]) => Trend,
): EntityInsight[] {
  return Array.from(evidence, ([id, mentions]) => ({
    id,
    label: labels.get(id) ?? id,
    mention_count: mentions.length,
    average_rating: meanOf(mentions.map(({ review }) => review.rating), 2),
    positive_pct: percentOf(sentimentCounts(mentions).positive, mentions.length),
    score: meanOf(mentions.map(({ score }) => score), 3),
    trend: trendOf(mentions),
    example_review_ids: exampleReviews(mentions),
  })).sort(compareMentions).slice(0, 500);
}
