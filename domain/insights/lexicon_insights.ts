import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import type { Review } from "../review.ts";
import { aggregateInsights } from "./aggregate_insights.ts";
import { ANALYZER_VERSION } from "./analysis/analysis_key.ts";
import { analyzeReviews, type EarlierAnalyses } from "./analysis/analyze_reviews.ts";
import type { PackedAnalyses } from "./analysis/packed_analyses.ts";
import { textReader } from "./analysis/text_reader.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";

/** Insights with what the next import needs to compute them again from what has changed. */
export interface LexiconInsights {
  readonly document: InsightsDocument;
  readonly packed: PackedAnalyses;
}

/**
 * Computes the insights of a dataset from word lists, the roster and the catalogue: without a network, a key or a
 * clock. The same data gives the same document, whatever the order of the reviews and whatever was analysed before.
 *
 * @param earlier What the import before left; null analyses every review.
 */
export function lexiconInsights(
  business: Business,
  reviews: readonly Review[],
  taxonomy: Taxonomy,
  earlier: EarlierAnalyses | null,
): LexiconInsights {
  const reader = textReader(business, taxonomy);
  const { byId, pack } = analyzeReviews(reader, reviews, earlier);
  const document = aggregateInsights({
    business,
    reviews,
    analyses: byId,
    reader,
    taxonomy,
    model: `lexicon-${ANALYZER_VERSION}`,
  });
  return { document, packed: pack() };
}
