import type { InsightsDocument, MonthlyFigures } from "../../../domain/documents/insights_document.ts";
import { monthName, monthNumber } from "../../../domain/insights/figures/monthly_figures.ts";
import { counted, type Formats, timeOf } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import { filled } from "../language/page_language.ts";

// Places in the picture, in its own units: it is drawn smaller on a phone, so its letters are 11 units high.
const [WIDTH, HEIGHT] = [360, 200];
const [LEFT, RIGHT] = [40, 354];
const STARS_AXIS = { top: 24, bottom: 88, values: [5, 3, 1] } as const;
const REVIEWS_AXIS = { top: 108, bottom: 164 } as const;
const [MONTH_LINE, YEAR_LINE] = [178, 193];
const MOST_MONTH_NAMES = 6;

const MOST_MONTHS = 24;
const MOST_ROWS = 120;
const ROLLING_MONTHS = 3;

/**
 * Chart of the rolling average of stars and the number of reviews by month; a month shows its figures on hover, and
 * {@linkcode monthTable} has them for everybody.
 * @param months Oldest first; at least one.
 */
export function monthChart(formats: Formats, months: readonly MonthlyFigures[]): Markup {
  return markup`<figure class="months">
${monthPicture(formats, rolling(months).slice(-MOST_MONTHS))}
</figure>`;
}

interface RollingFigures extends MonthlyFigures {
  /** Mean of the stars of this month's reviews and of those of the two months before. */
  readonly rolling: number | null;
}

function rolling(months: readonly MonthlyFigures[]): readonly RollingFigures[] {
  return months.map((figures, at) => {
    const rated = months.slice(Math.max(0, at - ROLLING_MONTHS + 1), at + 1).filter(({ average_rating }) =>
      average_rating !== null
    );
    const count = rated.reduce((sum, { review_count }) => sum + review_count, 0);
    const stars = rated.reduce(
      (sum, { review_count, average_rating }) => sum + review_count * (average_rating ?? 0),
      0,
    );
    return { ...figures, rolling: count === 0 ? null : stars / count };
  });
}

function monthPicture(formats: Formats, months: readonly RollingFigures[]): Markup {
  const most = Math.max(1, ...months.map(({ review_count }) => review_count));
  const step = (RIGHT - LEFT) / months.length;
  const middle = (at: number) => rounded(LEFT + (at + 0.5) * step);
  const starsAt = (stars: number) =>
    rounded(STARS_AXIS.bottom - (stars - 1) / 4 * (STARS_AXIS.bottom - STARS_AXIS.top));
  const reviewsAt = (count: number) =>
    rounded(REVIEWS_AXIS.bottom - count / most * (REVIEWS_AXIS.bottom - REVIEWS_AXIS.top));
  // The line ends where three months have no reviews. A point alone is a dot.
  const line = months.map(({ rolling }, at) => {
    if (rolling === null) return "";
    const point = `${middle(at)} ${starsAt(rolling)}`;
    const isFirst = (months[at - 1]?.rolling ?? null) === null;
    return isFirst ? `M${point}h0` : `L${point}`;
  });
  const grid = (y: number, value: number) =>
    markup`<path class="grid" d="M${LEFT} ${y}H${RIGHT}"/><text x="${LEFT - 6}" y="${y + 4}" text-anchor="end">${
      formats.number(value)
    }</text>`;
  const every = Math.ceil(months.length / MOST_MONTH_NAMES);
  const columns = months.map((figures, at) => {
    const [year, month] = [figures.month.slice(0, 4), figures.month.slice(5)];
    const length = rounded(REVIEWS_AXIS.bottom - reviewsAt(figures.review_count));
    const inWords = monthInWords(formats, figures);
    const x = rounded(LEFT + at * step);
    return markup`<g class="month"><rect class="place" x="${x}" y="${STARS_AXIS.top}" width="${
      rounded(step)
    }" height="${REVIEWS_AXIS.bottom - STARS_AXIS.top}"/><rect class="bars" x="${rounded(x + step * 0.15)}" y="${
      reviewsAt(figures.review_count)
    }" width="${
      rounded(step * 0.7)
    }" height="${length}"/><text class="figures" x="${RIGHT}" y="11" text-anchor="end">${inWords}</text></g>
${
      at % every === 0
        ? markup`<text x="${middle(at)}" y="${MONTH_LINE}" text-anchor="middle">${
          formats.monthName(figures.month)
        }</text>`
        : NOTHING
    }${
      month === "01" || at === 0 && !months.slice(0, 3).some(({ month }) => month.endsWith("-01"))
        ? markup`<text x="${middle(at)}" y="${YEAR_LINE}" text-anchor="middle">${year}</text>`
        : NOTHING
    }`;
  });
  const label = filled(formats.words.month_chart, {
    first: formats.month(months[0]?.month ?? ""),
    last: formats.month(months.at(-1)?.month ?? ""),
  });
  return markup`<figcaption class="quiet by">${label}</figcaption>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${label}">
${STARS_AXIS.values.map((value) => grid(starsAt(value), value))}${grid(reviewsAt(most), most)}${grid(reviewsAt(0), 0)}
<path class="line" d="${line.join("")}"/>
${columns}</svg>`;
}

function monthInWords(formats: Formats, { month, review_count, average_rating }: MonthlyFigures): string {
  const reviews = counted(formats, review_count, "review");
  return `${formats.month(month)}: ${
    average_rating === null
      ? reviews
      : filled(formats.words.stars_and_reviews, { stars: formats.stars(average_rating), reviews })
  }`;
}

/** Table of the newest months with reviews. */
export function monthTable(formats: Formats, months: readonly MonthlyFigures[]): Markup {
  const rows = months.filter(({ review_count }) => review_count > 0).slice(-MOST_ROWS).toReversed().map((
    { month, review_count, average_rating },
  ) =>
    markup`<tr><th scope="row">${timeOf(formats, month)}</th><td class="number">${
      formats.number(review_count)
    }</td><td class="number">${average_rating === null ? "–" : formats.stars(average_rating)}</td></tr>\n`
  );
  return markup`<div class="wide" tabindex="0" role="region" aria-label="${formats.words.as_table}">
<table>
<thead><tr><th scope="col">${formats.words.month}</th><th scope="col" class="number">${formats.words.nav_reviews}</th><th scope="col" class="number">${formats.words.average_stars}</th></tr></thead>
<tbody>
${rows}</tbody>
</table>
</div>`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Describes the trend of the ratings with the compared months; null without one, or with too few reviews. */
export function trendWords(formats: Formats, { monthly, trend }: InsightsDocument["temporal"]): string | null {
  const newest = monthly.at(-1)?.month;
  if (trend === null || trend === "insufficient_data" || newest === undefined) return null;
  // Three full months are compared; that of the newest review is not full.
  const last = monthNumber(`${newest}-01`) - 1;
  return filled(formats.words[trend], {
    first: formats.month(monthName(last - 2)),
    last: formats.month(monthName(last)),
  });
}
