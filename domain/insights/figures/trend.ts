import type { Trend } from "../../documents/insights_document.ts";
import type { Review } from "../../review.ts";
import type { Evidence } from "./evidence.ts";
import { monthNumber } from "./monthly_figures.ts";

const MONTHS = 3;
const FEWEST = 5;
const STANDARD_ERRORS = 1.96;
// Aspects and problems are many: of twenty without any change one was said to have changed.
const FEWEST_OF_MANY = 10;
const STANDARD_ERRORS_OF_MANY = 2.58;
// The least difference of means that counts, however sure it is.
const LEAST_STARS = 0.15;
const LEAST_SCORE = 0.05;
const LEAST_SHARE = 0.02;

/** The trends of a dataset. All compare the last three full months with the three before. */
export interface Trends {
  /** Of the ratings of all reviews. */
  readonly ofRatings: () => Trend;
  /** Of the scores of reviews that mention something. */
  readonly ofScores: (mentions: readonly Evidence[]) => Trend;
  /** Of complaints: `improving` if a smaller share of all reviews mentions something and is negative. */
  readonly ofComplaints: (mentions: readonly Evidence[]) => Trend;
}

/** A figure in one of the two spans of time: how many values, their mean and the square of its standard error. */
interface Spread {
  readonly count: number;
  readonly mean: number;
  readonly squaredError: number;
}

/** Values in the late and in the early three months. */
type Halves<Value> = readonly [late: readonly Value[], early: readonly Value[]];

/**
 * The trends of a dataset. The month of the newest review does not count as full. A change needs five reviews on each
 * side, a difference of the means that is worth mentioning (0.15 stars, 0.05 of a score, 2 % of the reviews), and more
 * than 1.96 standard errors; that of an aspect or a problem, which are many, ten reviews and 2.58 standard errors.
 *
 * @param reviews Newest first.
 */
export function trends(reviews: readonly Review[]): Trends {
  const now = monthNumber(reviews[0]?.date ?? "0000-01-01");
  function halves<Item, Value>(
    items: readonly Item[],
    dateOf: (item: Item) => string,
    valueOf: (item: Item) => Value,
  ): Halves<Value> {
    const [late, early]: [Value[], Value[]] = [[], []];
    for (const item of items) {
      const age = now - monthNumber(dateOf(item));
      if (age > 2 * MONTHS) break;
      if (age > MONTHS) early.push(valueOf(item));
      else if (age > 0) late.push(valueOf(item));
    }
    return [late, early];
  }
  const ratings = halves(reviews, ({ date }) => date, ({ rating }) => rating);
  const saidIn = <Value>(mentions: readonly Evidence[], valueOf: (mention: Evidence) => Value) =>
    halves(mentions, ({ review }) => review.date, valueOf);
  return {
    ofRatings: () => changeOf(ratings.map(spread), LEAST_STARS, FEWEST, STANDARD_ERRORS),
    ofScores: (mentions) => changeOfMany(saidIn(mentions, ({ score }) => score).map(spread), LEAST_SCORE),
    ofComplaints: (mentions) => {
      const negative = saidIn(mentions, ({ sentiment }) => sentiment === "negative");
      const shares = ratings.map((all, half) =>
        complaints(negative[half]?.filter((isNegative) => isNegative).length ?? 0, all.length)
      );
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

/** The share of reviews that complain, as a negative number: fewer complaints are better. */
function complaints(complaining: number, count: number): Spread {
  const share = complaining / count;
  return { count, mean: -share, squaredError: share * (1 - share) / (count - 1) };
}
