import { tellProgress } from "../../progress.ts";
import type { Review } from "../../review.ts";
import type { DatasetLabels, ReviewLabels } from "../labeller/review_labels.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { ENGLISH, sharedLanguages, UNKNOWN } from "../text/language_of.ts";
import { rounded } from "../rounding.ts";
import { reviewScore, sentimentOf } from "../sentiment/review_score.ts";
import { analysisKey } from "./analysis_key.ts";
import { DECIMALS, reviewAnalyzer } from "./analyze_review.ts";
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
  const labelsById = new Map(
    labels === null ? [] : reviews.map((review) => [review.id, [review.rating, labels.of(review)]] as const),
  );
  const inUsual = textsInUsualLanguage(reviews, (id) => unpackAnalysis(rowById.get(id)!, taxonomy));
  const get = (reviewId: string) => {
    const row = rowById.get(reviewId);
    if (row === undefined) return undefined;
    const language = inUsual.get(reviewId);
    const analysis = { ...unpackAnalysis(row, taxonomy), ...language === undefined ? {} : { language } };
    const [rating = 0, ofLabeller] = labelsById.get(reviewId) ?? [];
    return ofLabeller === undefined ? analysis : labelledAnalysis(analysis, rating, ofLabeller, taxonomy);
  };
  return { byId: { get }, packed: { key, rows }, analysed };
}

/** Minimum share of the recognised texts for their language to be that of texts that were not recognised. */
const USUAL = 0.9;

/**
 * Finds the texts whose language follows from the others: those of one word of several languages, if most other texts
 * are in one of these but English, and those not recognised, if nine in ten of the others are.
 *
 * @returns That language, by review id.
 */
function textsInUsualLanguage(
  reviews: readonly Review[],
  analysisOf: (id: string) => AnalyzedReview,
): ReadonlyMap<string, string> {
  const open = new Map<string, readonly string[]>();
  const counts = new Map<string, number>();
  for (const { id, text } of reviews) {
    if (text === null) continue;
    const { language = ENGLISH } = analysisOf(id);
    const shared = sharedLanguages(text);
    if (shared.length > 0 || language === UNKNOWN) open.set(id, shared);
    else counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const [usual = ENGLISH, most = 0] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  const share = most / Math.max(1, counts.values().reduce((sum, count) => sum + count, 0));
  return new Map(
    usual === ENGLISH
      ? []
      : open.entries().filter(([, shared]) =>
        shared.includes(usual) ? share > 0.5 : shared.length === 0 && share >= USUAL
      ).map(([id]) => [id, usual]),
  );
}

const POLARITY_SCORES = { positive: 0.75, neutral: 0, negative: -0.75 } as const;

/**
 * Replaces aspects, problems and language of an analysis by labels, and the score of the review by one of its stars and
 * labels. If nothing is labelled, the score stays that of the rules, and so does everything else.
 */
export function labelledAnalysis(
  { language: _, ...analysis }: AnalyzedReview,
  rating: number,
  { language, aspects, problems }: ReviewLabels,
  taxonomy: Taxonomy,
): AnalyzedReview {
  const labelled = new Map(aspects.map((label) => [label.id, label]));
  // In the order of the taxonomy, as the rules find them.
  const mentions = taxonomy.aspects.flatMap(({ id }) => {
    const label = labelled.get(id);
    if (label === undefined) return [];
    const score = POLARITY_SCORES[label.polarity];
    return [{ id, sentiment: sentimentOf(score), score, spans: [label.start, label.end] }];
  });
  const complaints = taxonomy.problems.flatMap(({ id }) => problems.includes(id) ? [id] : []);
  const told = [...mentions.map(({ score }) => score), ...complaints.map(() => POLARITY_SCORES.negative)];
  const score = told.length === 0 ? analysis.score : rounded(reviewScore(rating, told), DECIMALS);
  return {
    ...analysis,
    sentiment: sentimentOf(score),
    score,
    aspects: mentions,
    problems: complaints,
    isLabelled: true,
    ...language === ENGLISH ? {} : { language },
  };
}
