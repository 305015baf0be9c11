import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { tellProgress } from "../progress.ts";
import type { Review } from "../review.ts";
import { aggregateInsights } from "./aggregate_insights.ts";
import { ANALYZER_VERSION } from "./analysis/analysis_key.ts";
import { analysisHelpers } from "./analysis/analysis_helper.ts";
import {
  analyzeInThreads,
  analyzeReviews,
  type EarlierAnalyses,
  type ReviewAnalyses,
  type StartHelpers,
} from "./analysis/analyze_reviews.ts";
import type { PackedAnalyses } from "./analysis/packed_analyses.ts";
import { type ReviewReader, textReader } from "./analysis/text_reader.ts";
import { starCheck } from "./figures/star_check.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";

/** The insights document, and the analyses from which the next import computes its own. */
export interface LexiconInsights {
  readonly document: InsightsDocument;
  readonly packed: PackedAnalyses;
}

/**
 * Computes the insights of a dataset from word lists, roster and catalogue, without network, API key or clock.
 * Deterministic: the order of the reviews and what an earlier import analysed do not change the result.
 *
 * @param earlier Reviews and analyses of the previous import; null to analyse every review.
 */
export function lexiconInsights(
  business: Business,
  reviews: readonly Review[],
  taxonomy: Taxonomy,
  earlier: EarlierAnalyses | null,
): LexiconInsights {
  const reader = textReader(business, taxonomy);
  return summarised(reader, reviews, analyzeReviews(reader, reviews, earlier));
}

/**
 * The same to the byte, of many reviews on several processors.
 *
 * @param helpers Starts the other threads.
 */
export async function lexiconInsightsInThreads(
  business: Business,
  reviews: readonly Review[],
  taxonomy: Taxonomy,
  earlier: EarlierAnalyses | null,
  helpers: StartHelpers = analysisHelpers,
): Promise<LexiconInsights> {
  const reader = textReader(business, taxonomy);
  return summarised(reader, reviews, await analyzeInThreads(reader, reviews, earlier, helpers));
}

function summarised(
  reader: ReviewReader,
  reviews: readonly Review[],
  { byId, pack }: ReviewAnalyses,
): LexiconInsights {
  const { business, taxonomy } = reader;
  tellProgress("summarising", reviews.length, reviews.length);
  const document = aggregateInsights({
    business,
    reviews,
    analyses: byId,
    reader,
    taxonomy,
    doubts: starCheck(reviews, reader),
    model: `lexicon-${ANALYZER_VERSION}`,
  });
  return { document, packed: pack() };
}
