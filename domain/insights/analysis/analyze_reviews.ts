import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import { type Analyses, analysisStore } from "./analysis_store.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import { packAnalysis, type PackedAnalyses, unpackAnalysis } from "./packed_analyses.ts";
import type { ReviewReader } from "./text_reader.ts";

/** The analyses of the previous import with their reviews, in the same order. */
export interface EarlierAnalyses {
  readonly reviews: readonly Review[];
  readonly packed: PackedAnalyses;
}

/** The analyses of the reviews of an import. */
export interface ReviewAnalyses {
  readonly byId: Analyses;
  /**
   * Packs the analyses, in the order of the reviews. A function, so that it runs after the aggregation has freed its
   * memory.
   */
  readonly pack: () => PackedAnalyses;
  /** How many reviews were analysed anew; the rest came from the previous import. */
  readonly analysed: number;
}

/**
 * Analyses reviews. The analysis of the previous import is taken over if the analysis key is the same and the review's
 * text, rating and mentions are unchanged; the result is the same as without it.
 */
export function analyzeReviews(
  reader: ReviewReader,
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
): ReviewAnalyses {
  const { business, taxonomy } = reader;
  const key = analysisKey(business, taxonomy);
  const usable = earlier?.packed.key === key ? earlier : null;
  const known = new Map<string, number>();
  usable?.reviews.forEach(({ id }, index) => known.set(id, index));
  const analyze = reviewAnalyzer(reader);
  const byId = analysisStore();
  const unchanged = new Map<string, string>();
  for (const [place, review] of reviews.entries()) {
    tellProgress("analysing", place, reviews.length);
    const index = known.get(review.id) ?? -1;
    const [before, row] = [usable?.reviews[index], usable?.packed.rows[index]];
    if (before === undefined || row === undefined || !saysTheSame(before, review)) {
      byId.add(review.id, analyze(review));
    } else {
      byId.add(review.id, unpackAnalysis(row, taxonomy));
      unchanged.set(review.id, row);
    }
  }
  const rowOf = ({ id }: Review) => {
    const analysis = byId.get(id);
    return unchanged.get(id) ?? (analysis === undefined ? "" : packAnalysis(analysis, taxonomy));
  };
  return { byId, pack: () => ({ key, rows: reviews.map(rowOf) }), analysed: reviews.length - unchanged.size };
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.text === b.text && a.rating === b.rating &&
    isSameList(a.mentioned_technicians, b.mentioned_technicians) &&
    isSameList(a.mentioned_services, b.mentioned_services);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
