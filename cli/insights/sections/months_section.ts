import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import type { Page } from "../layout/page.ts";
import { POSITIVE } from "../layout/sentiment_bar.ts";
import { shownStars } from "../layout/shown_figure.ts";
import { barCells } from "../layout/split_bar.ts";

const MONTHS = 12;
const LONGEST_BAR = 60;

/** The section on the last twelve months (all with `--all`): number of reviews and average rating. */
export function monthsSection(page: Page, { temporal }: InsightsDocument): readonly string[] {
  const title = page.paint("strong", "Months");
  const months = temporal.monthly.toSorted((a, b) => a.month < b.month ? 1 : -1)
    .slice(0, page.most === Infinity ? Infinity : MONTHS);
  if (months.length === 0) return [title, "The insights name no month."];
  const greatest = months.reduce((most, { review_count }) => Math.max(most, review_count), 0);
  const titles = "reviews  stars";
  const cells = Math.min(LONGEST_BAR, page.width - "2026-11".length - titles.length - 4);
  return [
    `${title}   ${page.paint("faint", titles)}`,
    ...months.map(({ month, review_count, average_rating }) => {
      const figures = `${String(review_count).padStart(7)}  ${shownStars(average_rating).padStart(5)}`;
      return `${month}  ${figures}  ${POSITIVE.repeat(barCells(review_count, greatest, cells))}`.trimEnd();
    }),
  ];
}
