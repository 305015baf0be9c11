import type { Business } from "../../../domain/business.ts";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import type { AggregatedInsights } from "../../../domain/insights/aggregate_insights.ts";
import { lexiconInsights } from "../../../domain/insights/lexicon_insights.ts";
import type { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import type { Review } from "../../../domain/review.ts";

/** The insights document of reviews that are all analysed. */
export function computedInsights(
  business: Business,
  reviews: readonly Review[],
  taxonomy: Taxonomy,
): InsightsDocument {
  return wholeDocument(lexiconInsights(business, reviews, taxonomy, null));
}

/** The insights document as one object. */
export function wholeDocument(
  { overview, perReview }: AggregatedInsights,
): InsightsDocument {
  return { ...overview, per_review: Object.fromEntries(perReview()) };
}
