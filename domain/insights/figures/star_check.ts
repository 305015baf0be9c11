import type { Business } from "../../business.ts";
import { compareReviews, type Review } from "../../review.ts";
import { reviewAnalyzer } from "../analysis/analyze_review.ts";
import type { ReviewReader } from "../analysis/text_reader.ts";
import type { Taxonomy, TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";

/** An aspect or a problem of which the words are not borne out by the stars. */
export interface Doubt {
  readonly kind: "aspect" | "problem";
  readonly id: string;
  readonly label: string;
  /**
   * Mean stars of the reviews that by their words alone praise it; of a problem, and of what hardly any praise, of those
   * that do not complain of it.
   */
  readonly better: number;
  /** Of those that criticise it, or tell of the problem. */
  readonly worse: number;
}

/** So many reviews tell enough, and take a tenth of a second. */
const MOST_REVIEWS = 1000;
/** Fewer on a side say nothing. */
const FEWEST = 5;
/** Of the standard deviation of the stars: where all have nearly the same, nothing can be told from them. */
const LEAST_DEVIATION = 0.5;
/**
 * What praises has, of sound words, 0.6 to 1.5 standard deviations more stars than what criticises; of words that name a
 * burden nearly none, or less. Doubted is what surely (nine times in ten) has less than this.
 */
const LEAST_LEAD = 0.25;
/** A problem, and what hardly any praise, is told in long reviews of happy customers as well. */
const LEAST_LEAD_OF_PROBLEM = 0;
const SURELY = 1.28;
/** Stars that say nothing: the analysis then has the words alone. */
const SILENT_STARS = 3;

interface Sides {
  readonly better: number[];
  readonly worse: number[];
}

/**
 * Checks the words of a taxonomy against the stars, which need no labels: reviews that by their words alone praise an aspect
 * must have more stars than those that criticise it, and reviews that tell of a problem fewer than the others. Only for a
 * taxonomy of the operator's own: the built-in ones are measured with labels. Deterministic.
 *
 * @param reviews In any order.
 */
export function starCheck(reviews: readonly Review[], reader: ReviewReader): readonly Doubt[] {
  const { business, taxonomy } = reader;
  if (TAXONOMY_NAMES.includes(taxonomy.id)) return [];
  const known = checked.get(reviews);
  if (known?.business === business && known.taxonomy === taxonomy) return known.doubts;
  const doubts = doubtsOf(reviews, reader);
  checked.set(reviews, { business, taxonomy, doubts });
  return doubts;
}

/** An import publishes by it and warns of it: the second time nothing is read again. */
const checked = new WeakMap<
  readonly Review[],
  { readonly business: Business; readonly taxonomy: Taxonomy; readonly doubts: readonly Doubt[] }
>();

function doubtsOf(reviews: readonly Review[], reader: ReviewReader): readonly Doubt[] {
  const analyze = reviewAnalyzer(reader);
  // Of another language nobody has read what it tells.
  const read = sampleOf(reviews.filter(({ text }) => text !== null && text !== "").sort(compareReviews))
    .map((review) => ({ rating: review.rating, said: analyze({ ...review, rating: SILENT_STARS }) }))
    .filter(({ said }) => said.language === undefined);
  const ratings = read.map(({ rating }) => rating);
  const deviation = deviationOf(ratings);
  if (deviation < LEAST_DEVIATION) return [];
  const { aspects, problems } = reader.taxonomy;
  const aspectSides = new Map(aspects.map(({ id }) => [id, newSides()]));
  const told = new Map(problems.map(({ id }) => [id, new Set<number>()]));
  for (const [place, { rating, said }] of read.entries()) {
    for (const { id, sentiment } of said.aspects) {
      const sides = aspectSides.get(id);
      if (sentiment === "positive") sides?.better.push(rating);
      if (sentiment === "negative") sides?.worse.push(rating);
    }
    for (const id of said.problems) told.get(id)?.add(place);
  }
  return [
    ...aspects.flatMap((aspect) => {
      const sides = aspectSides.get(aspect.id) ?? newSides();
      if (sides.better.length >= FEWEST) return doubtOf("aspect", aspect, sides, deviation, LEAST_LEAD);
      // What is only named and never spared, such as a burden that finds "the waiting room".
      return doubtOf("aspect", aspect, besides(sides.worse, ratings), deviation, LEAST_LEAD_OF_PROBLEM);
    }),
    ...problems.flatMap((problem) => {
      const tells = told.get(problem.id) ?? new Set();
      const sides = {
        better: ratings.filter((_, place) => !tells.has(place)),
        worse: ratings.filter((_, place) => tells.has(place)),
      };
      return doubtOf("problem", problem, sides, deviation, LEAST_LEAD_OF_PROBLEM);
    }),
  ];
}

function doubtOf(
  kind: Doubt["kind"],
  { id, label }: TaxonomyEntry,
  { better, worse }: Sides,
  deviation: number,
  least: number,
): readonly Doubt[] {
  if (better.length < FEWEST || worse.length < FEWEST) return [];
  const lead = meanOf(better) - meanOf(worse);
  const error = deviation * Math.sqrt(1 / better.length + 1 / worse.length);
  if (lead + SURELY * error >= least * deviation) return [];
  return [{ kind, id, label, better: meanOf(better), worse: meanOf(worse) }];
}

/** Those that complain beside all others. */
function besides(worse: readonly number[], ratings: readonly number[]): Sides {
  const better = [...ratings];
  for (const rating of worse) better.splice(better.indexOf(rating), 1);
  return { better, worse: [...worse] };
}

/** At most a thousand, evenly from all. */
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
