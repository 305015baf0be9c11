import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import type { DatasetLabels } from "../labeller/review_labels.ts";
import { ENGLISH, UNKNOWN } from "../text/language_of.ts";
import { analysisKey } from "./analysis_key.ts";
import { reviewAnalyzer } from "./analyze_review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import { believedLabels, labelledAnalysis, type LabelledReview } from "./labelled_analysis.ts";
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
 * @param labels Labels of a labeller, which replace the aspects and problems that the rules find. Not part of the packed
 * analyses.
 * @returns The analyses by id and packed, and the number of newly analysed reviews.
 */
export function analyzeReviews(
  reader: ReviewReader,
  reviews: readonly Review[],
  earlier: EarlierAnalyses | null,
  labels: DatasetLabels | null = null,
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
  const labelled = labels === null ? new Map<string, LabelledReview>() : believedLabels(reviews, labels);
  const inUsual = textsInUsualLanguage(reviews, (id) => unpackAnalysis(rowById.get(id)!, taxonomy));
  const get = (reviewId: string) => {
    const row = rowById.get(reviewId);
    if (row === undefined) return undefined;
    const language = inUsual.get(reviewId);
    const analysis = { ...unpackAnalysis(row, taxonomy), ...language === undefined ? {} : { language } };
    const known = labelled.get(reviewId);
    return known === undefined ? analysis : labelledAnalysis(analysis, known, reader);
  };
  return { byId: { get }, packed: { key, rows }, analysed };
}

/** Minimum share of the recognised texts for their language to be that of texts that were not recognised. */
const USUAL = 0.9;

/** Returns the texts that were not recognised, by review id, with the language of nine in ten of the others. */
function textsInUsualLanguage(
  reviews: readonly Review[],
  analysisOf: (id: string) => AnalyzedReview,
): ReadonlyMap<string, string> {
  const open: string[] = [];
  const counts = new Map<string, number>();
  for (const { id, text } of reviews) {
    if (text === null) continue;
    const { language = ENGLISH } = analysisOf(id);
    if (language === UNKNOWN) open.push(id);
    else counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [usual = ENGLISH, most = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  const share = most / Math.max(1, counts.values().reduce((sum, count) => sum + count, 0));
  return new Map(usual === ENGLISH || share < USUAL ? [] : open.map((id) => [id, usual]));
}
