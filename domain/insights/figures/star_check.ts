import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { compareReviews, type Review } from "../../review.ts";
import { reviewAnalyzer } from "../analysis/analyze_review.ts";
import type { AnalyzedReview } from "../analysis/analyzed_review.ts";
import type { ReviewReader } from "../analysis/text_reader.ts";
import type { Sentiment } from "../sentiment/review_score.ts";
import type { TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { LEARNT_TRADES } from "../taxonomy/taxonomy_choice.ts";

/** An aspect or problem whose words contradict the stars of its reviews. */
export interface StarDoubt {
  readonly kind: "aspect" | "problem";
  readonly id: string;
  readonly label: string;
  /**
   * Mean stars of the reviews whose words praise the aspect. For a problem or a hardly praised aspect: of all reviews
   * that do not complain of it.
   */
  readonly better: number;
  /** Mean stars of the reviews that criticise the aspect or have the problem. */
  readonly worse: number;
}

/** Maximum number of reviews read. Enough for a result, in a tenth of a second. */
const MOST_REVIEWS = 1000;
/** Minimum standard deviation of the stars. If nearly all ratings are equal, the stars show nothing. */
const LEAST_DEVIATION = 0.5;
/**
 * Minimum lead of praising reviews over criticising ones, in standard deviations of the stars. Sound words lead by 0.6
 * to 1.5; words that name a burden by almost 0 or less. A doubt needs nine in ten certainty that the lead is smaller.
 */
const LEAST_LEAD = 0.25;
/** The same for problems and hardly praised aspects, which long reviews of happy customers mention too. */
const LEAST_LEAD_OF_PROBLEM = 0;
const SURELY = 1.28;
/** Rating that expresses no opinion, in stars; the analysis then depends on the words alone. */
const SILENT_STARS = 3;

/**
 * Checks the words of a taxonomy against the stars, without labels. Reviews whose words praise an aspect must have more
 * stars than those that criticise it. Reviews with a problem must have fewer stars than the others. Not for the
 * taxonomies of trades, which are measured with labels. Deterministic.
 *
 * @param reviews In any order.
 */
export function starCheck(reviews: readonly Review[], reader: ReviewReader): readonly StarDoubt[] {
  if (LEARNT_TRADES.includes(reader.taxonomy.id)) return [];
  const analyze = reviewAnalyzer(reader);
  // Other languages are skipped, because their texts are not analysed.
  const read = sampleOf(reviews.filter(({ text }) => text !== null && text !== "").sort(compareReviews))
    .map((review) => ({ rating: review.rating, analysis: analyze({ ...review, rating: SILENT_STARS }) }))
    .filter(({ analysis }) => analysis.language === undefined);
  const ratings = read.map(({ rating }) => rating);
  const deviation = deviationOf(ratings);
  if (deviation < LEAST_DEVIATION) return [];
  const doubtsOf = (
    kind: StarDoubt["kind"],
    entries: readonly TaxonomyEntry[],
    sideOf: (analysis: AnalyzedReview, id: string) => Sentiment | undefined,
  ) =>
    entries.flatMap(({ id, label }): readonly StarDoubt[] => {
      const ratingsOf = (isOf: (side: Sentiment | undefined) => boolean) =>
        read.filter(({ analysis }) => isOf(sideOf(analysis, id))).map(({ rating }) => rating);
      const praise = ratingsOf((side) => side === "positive");
      // A burden that matches "the waiting room" is mentioned, but hardly ever praised.
      const isPraised = praise.length >= FEWEST_REVIEWS;
      const better = isPraised ? praise : ratingsOf((side) => side !== "negative");
      const worse = ratingsOf((side) => side === "negative");
      if (better.length < FEWEST_REVIEWS || worse.length < FEWEST_REVIEWS) return [];
      const lead = meanOf(better) - meanOf(worse);
      const error = deviation * Math.sqrt(1 / better.length + 1 / worse.length);
      const least = isPraised ? LEAST_LEAD : LEAST_LEAD_OF_PROBLEM;
      if (lead + SURELY * error >= least * deviation) return [];
      return [{ kind, id, label, better: meanOf(better), worse: meanOf(worse) }];
    });
  const { aspects, problems } = reader.taxonomy;
  return [
    ...doubtsOf("aspect", aspects, (analysis, id) => analysis.aspects.find((one) => one.id === id)?.sentiment),
    ...doubtsOf("problem", problems, (analysis, id) => analysis.problems.includes(id) ? "negative" : undefined),
  ];
}

function sampleOf(reviews: readonly Review[]): readonly Review[] {
  const step = Math.max(1, reviews.length / MOST_REVIEWS);
  return Array.from(
    { length: Math.min(MOST_REVIEWS, reviews.length) },
    (_, place) => reviews[Math.floor(place * step)]!,
  );
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
}
