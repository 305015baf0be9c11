import type { Review } from "../../review.ts";
import type { Place } from "../labeller/passage.ts";
import { type DatasetLabels, type LabelledText, type ReviewLabels, StarComparison } from "../labeller/review_labels.ts";
import { rounded } from "../rounding.ts";
import { reviewScore, sentimentOf } from "../sentiment/review_score.ts";
import { withoutLinks } from "../text/sentence_split.ts";
import { DECIMALS } from "./analyze_review.ts";
import type { AnalyzedReview } from "./analyzed_review.ts";
import type { ReviewReader } from "./text_reader.ts";

const POLARITY_SCORES = { positive: 0.75, neutral: 0, negative: -0.75 } as const;
const [FEWEST_STARS, MOST_STARS] = [1, 5];

/** A review with its labels. */
export type LabelledReview = LabelledText & { readonly labels: ReviewLabels };

/** Returns the labelled reviews by id; none if most labels contradict the stars (see `StarComparison`). */
export function believedLabels(
  reviews: readonly Review[],
  { of }: Pick<DatasetLabels, "of">,
): ReadonlyMap<string, LabelledReview> {
  const found = new Map<string, LabelledReview>();
  const comparison = new StarComparison();
  for (const { id, text, rating } of reviews) {
    const labels = of({ text, rating });
    if (labels === undefined) continue;
    found.set(id, { text, rating, labels });
    comparison.add(rating, labels);
  }
  return comparison.isRefuted ? new Map() : found;
}

/**
 * Replaces aspects and problems of an analysis by labels, and the score of the review by one of its stars and labels.
 * If nothing is labelled, the score stays that of the rules, and so does everything else. With five stars a label is
 * criticism or a problem only if the rules find an opinion against the business in its passage; with one star praise
 * only if they find one for it.
 */
export function labelledAnalysis(
  analysis: AnalyzedReview,
  { text, rating, labels }: LabelledReview,
  reader: Pick<ReviewReader, "taxonomy" | "sentencesOf" | "readSentence">,
): AnalyzedReview {
  const isBelieved = (passage: Place, score: number): boolean => {
    const isDoubtful = rating === MOST_STARS && score < 0 || rating === FEWEST_STARS && score > 0;
    // The rules know the opinions of English alone: in German, "die" is no complaint.
    return !isDoubtful ||
      analysis.language === undefined && opinionsAt(passage, text ?? "", reader).some((one) => one * score > 0);
  };
  const aspects = new Map(labels.aspects.map((label) => [label.id, label]));
  const { taxonomy } = reader;
  // In the order of the taxonomy, as the rules find them.
  const mentions = taxonomy.aspects.flatMap(({ id }) => {
    const label = aspects.get(id);
    const score = label === undefined ? 0 : POLARITY_SCORES[label.polarity];
    if (label === undefined || !isBelieved(label, score)) return [];
    return [{ id, sentiment: sentimentOf(score), score, spans: [label.start, label.end] }];
  });
  const believed = labels.problems.filter((label) => isBelieved(label, POLARITY_SCORES.negative)).map(({ id }) => id);
  const complaints = taxonomy.problems.map(({ id }) => id).filter((id) => believed.includes(id));
  const told = [...mentions.map(({ score }) => score), ...complaints.map(() => POLARITY_SCORES.negative)];
  const score = told.length === 0 ? analysis.score : rounded(reviewScore(rating, told), DECIMALS);
  return {
    ...analysis,
    sentiment: sentimentOf(score),
    score,
    aspects: mentions,
    problems: complaints,
    isLabelled: true,
  };
}

/** Returns the strengths of the opinion words in a passage, each in the context of its sentence. */
function opinionsAt(
  { start, end }: Place,
  text: string,
  { sentencesOf, readSentence }: Pick<ReviewReader, "sentencesOf" | "readSentence">,
): readonly number[] {
  const written = withoutLinks(text);
  let next = 0;
  return sentencesOf(text).flatMap((sentence) => {
    const from = written.indexOf(sentence, next);
    next = from + sentence.length;
    if (end <= from || start >= next) return [];
    return readSentence(sentence).clauses.flatMap(({ words, polarWords }) =>
      polarWords.flatMap(({ at, strength }) => {
        const place = from + (words[at]?.start ?? 0);
        return place >= start && place < end ? [strength] : [];
      })
    );
  });
}
