import type { Review } from "../../review.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import { packAnalysis, type PackedAnalyses, unpackAnalysis } from "./packed_analyses.ts";
import type { ReviewReader } from "./text_reader.ts";

/** Reviews that were analysed before, with their analyses in the same order. */
export interface EarlierAnalyses {
  readonly reviews: readonly Review[];
  readonly packed: PackedAnalyses;
}

/** The analyses of some reviews. */
export interface ReviewAnalyses {
  readonly byId: ReadonlyMap<string, AnalyzedReview>;
  /** Packs them, in the order of the reviews. Called late, when the memory of the aggregation is free again. */
  readonly pack: () => PackedAnalyses;
  /** How many reviews had to be analysed; the others were known. */
  readonly analysed: number;
}

/**
 * Analyses reviews. One that was analysed before, under the same word lists and names, is not
 * analysed again unless its text, its stars or its mentions have changed; the result is the same.
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
  const byId = new Map<string, AnalyzedReview>();
  const unchanged = new Map<string, string>();
  for (const review of reviews) {
    const index = known.get(review.id) ?? -1;
    const [before, row] = [usable?.reviews[index], usable?.packed.rows[index]];
    if (before === undefined || row === undefined || !saysTheSame(before, review)) {
      byId.set(review.id, analyze(review));
    } else {
      byId.set(review.id, unpackAnalysis(row, taxonomy));
      unchanged.set(review.id, row);
    }
  }
  const rowOf = ({ id }: Review) => {
    const analysis = byId.get(id);
    return unchanged.get(id) ?? (analysis === undefined ? "" : packAnalysis(analysis, taxonomy));
  };
  return { byId, pack: () => ({ key, rows: reviews.map(rowOf) }), analysed: byId.size - unchanged.size };
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.text === b.text && a.rating === b.rating &&
    isSameList(a.mentioned_technicians, b.mentioned_technicians) &&
    isSameList(a.mentioned_services, b.mentioned_services);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
