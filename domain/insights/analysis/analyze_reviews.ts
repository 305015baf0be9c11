import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import type { DatasetLabels, ReviewLabels } from "../reader/review_labels.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { ENGLISH } from "../text/language_of.ts";
import { sentimentOf } from "../sentiment/review_score.ts";
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
 * @param labels Labels of a reader, which replace the aspects and problems that the rules find. Not part of the packed
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
  const labelsById = new Map(
    labels === null ? [] : reviews.map((review) => [review.id, labels.of(review)] as const),
  );
  const get = (reviewId: string) => {
    const row = rowById.get(reviewId);
    if (row === undefined) return undefined;
    const analysis = unpackAnalysis(row, taxonomy);
    const ofReader = labelsById.get(reviewId);
    return ofReader === undefined ? analysis : labelledAnalysis(analysis, ofReader, taxonomy);
  };
  return { byId: { get }, packed: { key, rows }, analysed };
}

const POLARITY_SCORES = { positive: 0.75, neutral: 0, negative: -0.75 } as const;

/** Replaces aspects, problems and language of an analysis by labels. Everything else stays as the rules found it. */
function labelledAnalysis(
  { language: _, ...analysis }: AnalyzedReview,
  { language, aspects, problems }: ReviewLabels,
  taxonomy: Taxonomy,
): AnalyzedReview {
  const labelled = new Map(aspects.map((label) => [label.id, label]));
  return {
    ...analysis,
    // In the order of the taxonomy, as the rules find them.
    aspects: taxonomy.aspects.flatMap(({ id }) => {
      const label = labelled.get(id);
      if (label === undefined) return [];
      const score = POLARITY_SCORES[label.polarity];
      return [{ id, sentiment: sentimentOf(score), score, spans: [label.start, label.end] }];
    }),
    problems: taxonomy.problems.flatMap(({ id }) => problems.includes(id) ? [id] : []),
    isLabelled: true,
    ...language === ENGLISH ? {} : { language },
  };
}
