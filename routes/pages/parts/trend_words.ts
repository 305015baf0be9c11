import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { monthNumber } from "../../../domain/insights/figures/monthly_figures.ts";
import type { Formats } from "../frame/formats.ts";
import { counted } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";

/** How many full months are compared with as many before; the month of the newest review is not full. */
const MONTHS = 3;

/**
 * Which way ratings have moved, with the months that are compared; where that cannot be told, which months are missing
 * or have too few reviews. Null where nothing measured it or one of the
 * halves has no review.
 */
export function trendWords(formats: Formats, { monthly, trend }: InsightsDocument["temporal"]): string | null {
  const [oldest, newest] = [monthly[0]?.month, monthly.at(-1)?.month];
  if (trend === null || oldest === undefined || newest === undefined) return null;
  const now = numberOf(newest);
  const span = (last: number) => ({
    first: formats.month(monthOf(last - MONTHS + 1)),
    last: formats.month(monthOf(last)),
  });
  if (trend !== "insufficient_data") return filled(formats.words[trend], span(now - 1));
  if (numberOf(oldest) > now - 2 * MONTHS) {
    return filled(formats.words.few_months, { first: formats.month(oldest), last: formats.month(newest) });
  }
  const countTo = (last: number) =>
    monthly.reduce((sum, { month, review_count }) => {
      const age = last - numberOf(month);
      return age >= 0 && age < MONTHS ? sum + review_count : sum;
    }, 0);
  const [late, early] = [now - 1, now - 1 - MONTHS];
  const fewest = countTo(late) <= countTo(early) ? late : early;
  const count = countTo(fewest);
  return count === 0 ? null : filled(formats.words.insufficient_data, {
    ...span(fewest),
    reviews: counted(formats, count, "review"),
  });
}

function numberOf(month: string): number {
  return monthNumber(`${month}-01`);
}

/** The month of a number, written YYYY-MM. */
function monthOf(number: number): string {
  return `${String(Math.floor(number / 12)).padStart(4, "0")}-${String(number % 12 + 1).padStart(2, "0")}`;
}
