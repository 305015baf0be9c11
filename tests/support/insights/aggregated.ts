import type { Business } from "../../../domain/business.ts";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { aggregateInsights } from "../../../domain/insights/aggregate_insights.ts";
import type { Review } from "../../../domain/review.ts";
import { STAND_IN_READER, STAND_IN_TAXONOMY, standInAnalysis } from "./stand_in_analysis.ts";

/** Insights of reviews in the given order, from the stand-in analyser. */
export function aggregated(business: Business, reviews: readonly Review[]): InsightsDocument {
  const analyze = standInAnalysis(business);
  return aggregateInsights({
    business,
    reviews,
    analyses: new Map(reviews.map((review) => [review.id, analyze(review)])),
    reader: STAND_IN_READER,
    taxonomy: STAND_IN_TAXONOMY,
    model: "stand-in-1",
  });
}
