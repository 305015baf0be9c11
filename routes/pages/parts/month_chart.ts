import type { MonthlyFigures } from "../../../domain/documents/insights_document.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { PageContext } from "../frame/page_context.ts";
import { counted, timeOf } from "../frame/words.ts";
import { filled } from "../words/page_language.ts";

const [WIDTH, LINE_HEIGHT, BARS_FROM, HEIGHT] = [10, 52, 64, 100];
/** Of fewer months there is no chart: two dots and a line between them tell nothing. */
export const FEWEST_MONTHS = 4;
// A chart of fewer is narrower, so that its bars are no blocks.
const FEW_MONTHS = 9;
const [FEWEST_STARS, MOST_STARS] = [1, 5];

/**
 * Average stars and number of reviews by month, as a picture with its meaning in words and all figures as a table.
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

/** The figures by month, newest first. */
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
