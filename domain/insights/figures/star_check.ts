import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { compareReviews, type Review } from "../../review.ts";
import { reviewAnalyzer } from "../analysis/analyze_review.ts";
import type { ReviewReader } from "../analysis/text_reader.ts";
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

interface Sides {
  readonly better: number[];
  readonly worse: number[];
}

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
  const { aspects, problems } = reader.taxonomy;
  const aspectSides = new Map(aspects.map(({ id }) => [id, newSides()]));
  const placesOf = new Map(problems.map(({ id }) => [id, new Set<number>()]));
  for (const [place, { rating, analysis }] of read.entries()) {
    for (const { id, sentiment } of analysis.aspects) {
      const sides = aspectSides.get(id);
      if (sentiment === "positive") sides?.better.push(rating);
      if (sentiment === "negative") sides?.worse.push(rating);
    }
    for (const id of analysis.problems) placesOf.get(id)?.add(place);
  }
  return [
    ...aspects.flatMap((aspect) => {
      const sides = aspectSides.get(aspect.id) ?? newSides();
      if (sides.better.length >= FEWEST_REVIEWS) return doubtOf("aspect", aspect, sides, deviation, LEAST_LEAD);
      // A subject that is mentioned but hardly ever praised, such as a burden that matches "the waiting room".
      return doubtOf("aspect", aspect, besides(sides.worse, ratings), deviation, LEAST_LEAD_OF_PROBLEM);
    }),
    ...problems.flatMap((problem) => {
      const tells = placesOf.get(problem.id) ?? new Set();
      const sides = {
        better: ratings.filter((_, place) => !tells.has(place)),
        worse: ratings.filter((_, place) => tells.has(place)),
      };
      return doubtOf("problem", problem, sides, deviation, LEAST_LEAD_OF_PROBLEM);
    }),
  ];
}

function doubtOf(
  kind: StarDoubt["kind"],
  { id, label }: TaxonomyEntry,
  { better, worse }: Sides,
  deviation: number,
  least: number,
): readonly StarDoubt[] {
  if (better.length < FEWEST_REVIEWS || worse.length < FEWEST_REVIEWS) return [];
  const lead = meanOf(better) - meanOf(worse);
  const error = deviation * Math.sqrt(1 / better.length + 1 / worse.length);
  if (lead + SURELY * error >= least * deviation) return [];
  return [{ kind, id, label, better: meanOf(better), worse: meanOf(worse) }];
}

function besides(worse: readonly number[], ratings: readonly number[]): Sides {
  const better = [...ratings];
  for (const rating of worse) better.splice(better.indexOf(rating), 1);
  return { better, worse: [...worse] };
}

function sampleOf(reviews: readonly Review[]): readonly Review[] {
  const step = Math.max(1, reviews.length / MOST_REVIEWS);
  return Array.from(
    { length: Math.min(MOST_REVIEWS, reviews.length) },
    (_, place) => reviews[Math.floor(place * step)]!,
  );
}

function newSides(): Sides {
  return { better: [], worse: [] };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function deviationOf(values: readonly number[]): number {
  const mean = meanOf(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length - 1));
}
