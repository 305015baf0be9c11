import type { Business } from "../business.ts";
import type { Review } from "../review.ts";
import { aggregateInsights } from "./aggregate_insights.ts";
import { ANALYZER_VERSION } from "./analysis/analysis_key.ts";
import { analyzeReviews } from "./analysis/analyze_reviews.ts";
import type { DatasetLabels } from "./labeller/review_labels.ts";
import type { EarlierAnalyses } from "./analysis/reuse_analyses.ts";
import { textReader } from "./analysis/text_reader.ts";
import { starCheck } from "./figures/star_check.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";

/**
 * Computes the insights of a dataset from word lists, roster and catalogue, without network, API key or clock.
 * Deterministic: neither the order of the reviews nor stored analyses change the result.
 *
 * @param earlier Reviews and analyses of the previous import; null to analyse every review.
 * @param labels Labels of the labeller; null without one.
 * @returns The insights, and the analyses from which the next import computes its own.
 */
export function lexiconInsights(
  business: Business,
  reviews: readonly Review[],
  taxonomy: Taxonomy,
  earlier: EarlierAnalyses | null,
  labels: DatasetLabels | null = null,
) {
  const reader = textReader(business, taxonomy);
  const { byId, packed } = analyzeReviews(reader, reviews, earlier, labels);
  const insights = aggregateInsights({
    business,
    reviews,
    analyses: byId,
    reader,
    taxonomy,
    languages: new Set(reader.further.keys()),
    doubts: starCheck(reviews, reader),
    model: `lexicon-${ANALYZER_VERSION}${labels === null ? "" : `+${labels.labeller.model}`}`,
  });
  return { ...insights, packed };
}
