import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import { packAnalysis, unpackAnalysis } from "./packed_analyses.ts";
import { type EarlierAnalyses, reusableAnalyses } from "./reuse_analyses.ts";
import type { ReviewReader } from "./text_reader.ts";

/** The analyses of a dataset by review id. Each is unpacked on request: 100,000 as objects take 100 MiB. */
export interface Analyses {
  readonly get: (reviewId: string) => AnalyzedReview | undefined;
}

const PROGRESS_STEP = 100;

/**
 * Analyses reviews. Reuses earlier analyses where possible, which does not change the result.
 *
 * @returns The analyses by id and packed, and the number of newly analysed reviews.
 */
export function analyzeReviews(
  reader: ReviewReader,
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
) {
  const { business, taxonomy } = reader;
  const key = analysisKey(business, taxonomy);
  const rowById = reusableAnalyses(reviews, earlier, key);
  const analyze = reviewAnalyzer(reader);
  let analysed = 0;
  const rows = reviews.map((review, index) => {
    if (index % PROGRESS_STEP === 0) tellProgress("analysing", index, reviews.length);
    const known = rowById.get(review.id);
    if (known !== undefined) return known;
    const row = packAnalysis(analyze(review), taxonomy);
    rowById.set(review.id, row);
    analysed++;
    return row;
  });
  tellProgress("analysing", reviews.length, reviews.length);
  const get = (reviewId: string) => {
    const row = rowById.get(reviewId);
    return row === undefined ? undefined : unpackAnalysis(row, taxonomy);
  };
  return { byId: { get }, packed: { key, rows }, analysed };
}
