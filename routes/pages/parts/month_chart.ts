import type { InsightsDocument, MonthlyFigures } from "../../../domain/documents/insights_document.ts";
import { monthNumber } from "../../../domain/insights/figures/monthly_figures.ts";
import { counted, type Formats, timeOf } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { PageContext } from "../frame/page_context.ts";
import { filled } from "../language/page_language.ts";

const [WIDTH, LINE_HEIGHT, BARS_FROM, HEIGHT] = [10, 52, 64, 100];

/** Minimum number of months for a chart: two dots and a line say nothing. */
export const FEWEST_MONTHS = 4;

// Charts of fewer months are narrower, so that bars do not become blocks.
const FEW_MONTHS = 9;
const [FEWEST_STARS, MOST_STARS] = [1, 5];

/**
 * Chart of average stars and number of reviews by month, with a description and a table of all figures.
 *
 * @param months Oldest first; at least one.
 */
export function monthChart({ formats }: PageContext, months: readonly MonthlyFigures[]): Markup {
  const most = Math.max(1, ...months.map(({ review_count }) => review_count));
  const [first, last] = [months[0]!, months.at(-1)!];
  const total = months.reduce((sum, { review_count }) => sum + review_count, 0);
  const middle = (at: number) => at * WIDTH + WIDTH / 2;
  const height = (rating: number) =>
    rounded(LINE_HEIGHT - (rating - FEWEST_STARS) / (MOST_STARS - FEWEST_STARS) * (LINE_HEIGHT - 8) - 2);
  const points = months.flatMap(({ average_rating }, at) =>
    average_rating === null ? [] : [`${middle(at)} ${height(average_rating)}`]
  );
  const bars = months.map(({ review_count }, at) => {
    const length = rounded(review_count / most * (HEIGHT - BARS_FROM));
    return review_count === 0
      ? NOTHING
      : markup`<rect x="${at * WIDTH + 1.5}" y="${HEIGHT - length}" width="7" height="${length}"/>`;
  });
  const { words } = formats;
  const inWords = filled(words.chart, {
    first: formats.month(first.month),
    last: formats.month(last.month),
    reviews: counted(formats, total, "review"),
  });
  return markup`<figure class="${months.length < FEW_MONTHS ? "months few" : "months"}">
<svg viewBox="0 0 ${months.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${inWords}">
<path class="grid" d="M0 ${height(5)}H${months.length * WIDTH}M0 ${height(3)}H${months.length * WIDTH}M0 ${height(1)}H${
    months.length * WIDTH
  }"/>
<g class="bars">${bars}</g>
<path class="line" d="M${points.join("L")}"/>
<path class="dots" d="${points.map((point) => `M${point}h0`).join("")}"/>
</svg>
<p class="axis quiet" aria-hidden="true"><span>${
    formats.shortMonth(first.month)
  }</span><span class="key"><i></i> ${words.chart_stars} <i class="block"></i> ${
    filled(words.chart_reviews, { count: formats.number(most) })
  }</span><span>${formats.shortMonth(last.month)}</span></p>
<details>
<summary>${words.as_table}</summary>
${monthTable(formats, months)}
</details>
</figure>`;
}

/** Table of figures by month, newest first. */
export function monthTable(formats: PageContext["formats"], months: readonly MonthlyFigures[]): Markup {
  const rows = months.toReversed().map(({ month, review_count, average_rating }) =>
    markup`<tr><th scope="row">${timeOf(formats, month)}</th><td class="number">${
      formats.number(review_count)
    }</td><td class="number">${average_rating === null ? "–" : formats.number(average_rating, 2)}</td></tr>\n`
  );
  return markup`<table>
<thead><tr><th scope="col">${formats.words.month}</th><th scope="col" class="number">${formats.words.nav_reviews}</th><th scope="col" class="number">${formats.words.average_stars}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Number of full months on each side of the comparison; the month of the newest review is not full. */
const MONTHS = 3;

/**
 * Describes the trend of the ratings with the compared months. Without a trend, names the months that are missing or
 * have too few reviews. Null if not measured, or if one half has no review.
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
