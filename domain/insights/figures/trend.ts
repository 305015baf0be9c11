import type { Trend } from "../../documents/insights_document.ts";
import type { Review } from "../../review.ts";
import type { Evidence } from "./evidence.ts";
import { FEWEST_REVIEWS } from "../evidence_minimum.ts";
import { monthNumber } from "./monthly_figures.ts";

const MONTHS = 3;
const STANDARD_ERRORS = 1.96;
// Minimum number of reviews on each side for aspects and problems. They are many: without it, one of twenty unchanged
// ones was reported as changed.
const FEWEST_OF_MANY = 10;
const STANDARD_ERRORS_OF_MANY = 2.58;
const LEAST_STARS = 0.15;
const LEAST_SCORE = 0.05;
const LEAST_SHARE = 0.02;

interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly squaredError: number;
}

/**
 * Computes the trends of a dataset: the last three full months against the three before. The month of the newest review does not count as full. A change needs five reviews
 * on each side, a relevant difference of the means, and more than 1.96 standard errors. Relevant are 0.15 stars, 0.05
 * of a score, or 2 % of the reviews. Aspects and problems are many, so they need ten reviews and 2.58 standard errors.
 * Complaints improve if the share of reviews that complain fell.
 *
 * @param reviews Newest first.
 */
export function trends(reviews: readonly Pick<Review, "date" | "rating">[]) {
  const now = monthNumber(reviews[0]?.date ?? "0000-01-01");
  /** Returns the values of the last three full months, and of the three before. */
  function halves<Item>(
    items: readonly Item[],
    dateOf: (item: Item) => string,
    valueOf: (item: Item) => number,
  ): readonly (readonly number[])[] {
    const [late, early]: [number[], number[]] = [[], []];
    for (const item of items) {
      const age = now - monthNumber(dateOf(item));
      if (age > 2 * MONTHS) break;
      if (age > MONTHS) early.push(valueOf(item));
      else if (age > 0) late.push(valueOf(item));
    }
    return [late, early];
  }
  const ratings = halves(reviews, ({ date }) => date, ({ rating }) => rating);
  const valuesOf = (mentions: readonly Evidence[], valueOf: (mention: Evidence) => number) =>
    halves(mentions, ({ review }) => review.date, valueOf);
  return {
    ofRatings: () => changeOf(ratings.map(spread), LEAST_STARS, FEWEST_REVIEWS, STANDARD_ERRORS),
    ofScores: (mentions: readonly Evidence[]) =>
      changeOfMany(valuesOf(mentions, ({ score }) => score).map(spread), LEAST_SCORE),
    ofComplaints: (mentions: readonly Evidence[]) => {
      const negative = valuesOf(mentions, ({ sentiment }) => Number(sentiment === "negative"));
      const shares = ratings.map((all, half) => complaints(negative[half]?.filter(Boolean).length ?? 0, all.length));
      return changeOfMany(shares, LEAST_SHARE);
    },
  };
}

function changeOfMany(halves: readonly Spread[], least: number): Trend {
  return changeOf(halves, least, FEWEST_OF_MANY, STANDARD_ERRORS_OF_MANY);
}

function changeOf([late, early]: readonly Spread[], least: number, fewest: number, errors: number): Trend {
  if (late === undefined || early === undefined || late.count < fewest || early.count < fewest) {
    return "insufficient_data";
  }
  const difference = late.mean - early.mean;
  const error = Math.sqrt(late.squaredError + early.squaredError);
  if (Math.abs(difference) <= least || Math.abs(difference) <= errors * error) return "stable";
  return difference > 0 ? "improving" : "declining";
}

function spread(values: readonly number[]): Spread {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { count, mean, squaredError: squares / (count - 1) / count };
}

/** Returns the share of reviews that complain, as a negative number: fewer complaints are better. */
function complaints(complaining: number, count: number): Spread {
  const share = complaining / count;
  return { count, mean: -share, squaredError: share * (1 - share) / (count - 1) };
}
