import { type Business, BusinessFile } from "../../domain/business.ts";
import { reviewAnalyzer } from "../../domain/insights/analysis/analyze_review.ts";
import type { AnalyzedReview } from "../../domain/insights/analysis/analyzed_review.ts";
import { type ReviewReader, textReader } from "../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../domain/insights/subjects/trained_detector.ts";
import type { Taxonomy } from "../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import { evaluationReview } from "./eval_reviews.ts";

/** The stars that say nothing: what a review is given when only its words shall count. */
const SILENT_STARS = 3;

/** A business with a taxonomy of its own. */
export interface Trade {
  readonly business: Business;
  readonly taxonomy: Taxonomy;
}

/** Reads labelled texts as an import would. */
export interface GoldReading {
  readonly readerOf: (taxonomy: string) => ReviewReader;
  /** @param stars Null to let only the words count. */
  readonly read: (taxonomy: string, stars: number | null, text: string) => AnalyzedReview;
}

/**
 * Builds the reading of labelled texts; each taxonomy is prepared once.
 *
 * @param isTrained Whether the trained part decides as well, as it does at an import.
 * @param trades Taxonomies besides the built-in ones, by the names that labelled reviews give.
 */
export function goldReading(isTrained = true, trades: ReadonlyMap<string, Trade> = new Map()): GoldReading {
  const readers = new Map<
    string,
    { readonly reader: ReviewReader; readonly analyze: ReturnType<typeof reviewAnalyzer> }
  >();
  const prepared = (taxonomy: string) => {
    const known = readers.get(taxonomy);
    if (known !== undefined) return known;
    const { business, taxonomy: chosen } = trades.get(taxonomy) ??
      { business: BusinessFile.parse({ name: "A business" }), taxonomy: builtInTaxonomy(taxonomy) };
    const reader = isTrained
      ? textReader(business, chosen)
      : textReader(business, chosen, byRulesAlone, (_mention, _rating, decided) => decided);
    const made = { reader, analyze: reviewAnalyzer(reader) };
    readers.set(taxonomy, made);
    return made;
  };
  return {
    readerOf: (taxonomy) => prepared(taxonomy).reader,
    read: (taxonomy, stars, text) => prepared(taxonomy).analyze(evaluationReview(stars ?? SILENT_STARS, text)),
  };
}
