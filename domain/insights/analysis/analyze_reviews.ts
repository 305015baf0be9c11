import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import { packAnalysis, type PackedAnalyses, unpackAnalysis } from "./packed_analyses.ts";
import type { ReviewReader } from "./text_reader.ts";

/** The analyses of a dataset by review id. Each is unpacked on request: 100,000 as objects take 100 MiB. */
export interface Analyses {
  readonly get: (reviewId: string) => AnalyzedReview | undefined;
}

/** The analyses of the previous import with their reviews, in the same order. */
export interface EarlierAnalyses {
  readonly reviews: readonly Review[];
  readonly packed: PackedAnalyses;
}

/** The analyses of the reviews of an import. */
export interface ReviewAnalyses {
  readonly byId: Analyses;
  /** Packed analyses, in the order of the reviews. */
  readonly packed: PackedAnalyses;
  /** Number of newly analysed reviews; the rest came from the previous import. */
  readonly analysed: number;
}

/** Number of reviews between two progress reports. */
const PROGRESS_STEP = 100;

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
  const rowById = earlier?.packed.key === key ? unchangedRows(reviews, earlier) : new Map<string, string>();
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

/** Returns the packed earlier analyses of unchanged reviews, by review id. */
function unchangedRows(reviews: readonly Review[], earlier: EarlierAnalyses): Map<string, string> {
  const places = new Map(earlier.reviews.map(({ id }, place) => [id, place]));
  const rows = new Map<string, string>();
  for (const review of reviews) {
    const place = places.get(review.id) ?? -1;
    const [before, row] = [earlier.reviews[place], earlier.packed.rows[place]];
    if (before !== undefined && row !== undefined && saysTheSame(before, review)) rows.set(review.id, row);
  }
  return rows;
}

function saysTheSame(a: Review, b: Review): boolean {
  return a.text === b.text && a.rating === b.rating &&
    isSameList(a.mentioned_technicians, b.mentioned_technicians) &&
    isSameList(a.mentioned_services, b.mentioned_services);
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, index) => name === b[index]);
}
