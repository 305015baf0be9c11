import type { MonthlyFigures, Trend } from "../../../domain/documents/insights_document.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { PageContext } from "../frame/page_context.ts";
import { counted, timeOf } from "../frame/words.ts";

const [WIDTH, LINE_HEIGHT, BARS_FROM, HEIGHT] = [10, 52, 64, 100];
// A chart of fewer is narrower, so that its bars are no blocks.
const FEW_MONTHS = 9;
const [FEWEST_STARS, MOST_STARS] = [1, 5];

const TREND_WORDS: Readonly<Record<Trend, string>> = {
  improving: "Opinion has improved over the last three full months, compared with the three before.",
  stable: "Opinion has been stable over the last three full months, compared with the three before.",
  declining: "Opinion has declined over the last three full months, compared with the three before.",
  insufficient_data: "The last months have too few reviews to tell a trend.",
};

/** What a trend means, in one sentence. */
export function trendWords(trend: Trend): string {
  return TREND_WORDS[trend];
}

/** Whether there is a trend to tell. */
export function isTold(trend: Trend | null): trend is Exclude<Trend, "insufficient_data"> {
  return trend !== null && trend !== "insufficient_data";
}

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
  const words = `Average stars and number of reviews from ${formats.month(first.month)} to ${
    formats.month(last.month)
  }, ${counted(formats, total, "review")} in all. The table below has the figures.`;
  return markup`<figure class="${months.length < FEW_MONTHS ? "months few" : "months"}">
<svg viewBox="0 0 ${months.length * WIDTH} ${HEIGHT}" preserveAspectRatio="none" role="img" aria-label="${words}">
<path class="grid" d="M0 ${height(5)}H${months.length * WIDTH}M0 ${height(3)}H${months.length * WIDTH}M0 ${height(1)}H${
    months.length * WIDTH
  }"/>
<g class="bars">${bars}</g>
<path class="line" d="M${points.join("L")}"/>
<path class="dots" d="${points.map((point) => `M${point}h0`).join("")}"/>
</svg>
<p class="axis quiet" aria-hidden="true"><span>${
    formats.shortMonth(first.month)
  }</span><span class="key"><i></i> average stars, 1 to 5 <i class="block"></i> reviews, up to ${
    formats.number(most)
  }</span><span>${formats.shortMonth(last.month)}</span></p>
<details>
<summary>The figures as a table</summary>
${monthTable(formats, months)}
</details>
</figure>`;
}

/** The figures by month, newest first. */
function monthTable(formats: PageContext["formats"], months: readonly MonthlyFigures[]): Markup {
  const rows = months.toReversed().map(({ month, review_count, average_rating }) =>
    markup`<tr><th scope="row">${timeOf(formats, month)}</th><td class="number">${
      formats.number(review_count)
    }</td><td class="number">${average_rating === null ? "–" : formats.number(average_rating, 2)}</td></tr>\n`
  );
  return markup`<table>
<thead><tr><th scope="col">Month</th><th scope="col" class="number">Reviews</th><th scope="col" class="number">Average stars</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
