import type { MonthlyFigures } from "../../documents/insights_document.ts";
import type { Review } from "../../review.ts";
import { meanOf } from "../rounding.ts";

interface Month {
  readonly stars: number[];
  readonly scores: number[];
}

interface DatedScore {
  readonly review: Pick<Review, "date">;
  readonly score: number;
}

/**
 * Returns one row per month from the first review to the last; a month without reviews has count 0 and null averages.
 * Average ratings have two decimals, scores three.
 *
 * @param reviews Newest first.
 * @param evidence Of the analysed reviews, in the same order.
 * @param width Months of a row: 3 for quarters, whose row has the name of its first month.
 */
export function monthlyFigures(
  reviews: readonly Pick<Review, "date" | "rating">[],
  evidence: readonly DatedScore[],
  width: 1 | 3 = 1,
): MonthlyFigures[] {
  const rowNumber = (date: string) => Math.floor(monthNumber(date) / width);
  const months = new Map<number, Month>();
  const monthOf = (date: string): Month => {
    const number = rowNumber(date);
    const month = months.get(number) ?? { stars: [], scores: [] };
    months.set(number, month);
    return month;
  };
  for (const { date, rating } of reviews) monthOf(date).stars.push(rating);
  for (const { review, score } of evidence) monthOf(review.date).scores.push(score);
  const rows: MonthlyFigures[] = [];
  const [newest, oldest] = [reviews[0], reviews.at(-1)];
  if (newest === undefined || oldest === undefined) return rows;
  for (let number = rowNumber(oldest.date); number <= rowNumber(newest.date); number++) {
    const { stars, scores } = months.get(number) ?? { stars: [], scores: [] };
    rows.push({
      month: monthName(number * width),
      review_count: stars.length,
      average_rating: meanOf(stars, 2),
      score: meanOf(scores, 3),
    });
  }
  return rows;
}

/**
 * Returns the number of the calendar month of a date `YYYY-MM-DD`, counted from year 0. Consecutive months have
 * consecutive numbers.
 */
export function monthNumber(date: string): number {
  return Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1;
}

/** Returns the month of a number as YYYY-MM: the inverse of {@linkcode monthNumber}. */
export function monthName(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, "0")}-${String(number % 12 + 1).padStart(2, "0")}`;
}
