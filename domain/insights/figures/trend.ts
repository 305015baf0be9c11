import type { InsightsDocument } from "../../documents/insights_document.ts";
import type { Review } from "../../review.ts";
import { monthNumber } from "./monthly_figures.ts";

const MONTHS = 3;
const FEWEST = 5;
const LEAST_STARS = 0.15;
const STANDARD_ERRORS = 1.96;

/**
 * Trend of the ratings: the last three full months against the three before; the month of the newest review does not
 * count as full. A change needs five reviews on each side and a difference of the means of more than 0.15 stars and
 * more than 1.96 standard errors.
 *
 * @param reviews Newest first.
 */
export function trend(reviews: readonly Review[]): NonNullable<InsightsDocument["temporal"]["trend"]> {
  const newest = reviews[0];
  if (newest === undefined) return "insufficient_data";
  const now = monthNumber(newest.date);
  const [late, early]: [number[], number[]] = [[], []];
  for (const { date, rating } of reviews) {
    const age = now - monthNumber(date);
    if (age > 2 * MONTHS) break;
    if (age > MONTHS) early.push(rating);
    else if (age > 0) late.push(rating);
  }
  if (late.length < FEWEST || early.length < FEWEST) return "insufficient_data";
  const [after, before] = [spread(late), spread(early)];
  const difference = after.mean - before.mean;
  const error = Math.sqrt(after.squaredError + before.squaredError);
  if (Math.abs(difference) <= LEAST_STARS || Math.abs(difference) <= STANDARD_ERRORS * error) return "stable";
  return difference > 0 ? "improving" : "declining";
}

/** The mean and the square of its standard error. */
function spread(values: readonly number[]): { readonly mean: number; readonly squaredError: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, squaredError: squares / (values.length - 1) / values.length };
}
