import type { AggregateRating } from "../../../domain/documents/aggregate_rating.ts";
import { type Markup, markup } from "../frame/markup.ts";
import type { PageContext } from "../frame/page_context.ts";
import { starsOf } from "../frame/stars.ts";
import { counted } from "../frame/words.ts";

/** The mean of some reviews, their number, and how many have how many stars, each row leading to these reviews. */
export function ratingFigures(
  context: PageContext,
  figures: {
    /** Null where there is no review. */
    readonly mean: number | null;
    readonly count: number;
    readonly distribution: AggregateRating["distribution"];
  },
  /** The query of the search that finds the reviews of the figures; empty for all. */
  search = "",
): Markup {
  const { formats, href } = context;
  const { mean, count, distribution } = figures;
  const rows = ([5, 4, 3, 2, 1] as const).map((stars) => {
    const reviews = distribution[`${stars}`];
    const share = count === 0 ? 0 : reviews / count * 100;
    const words = counted(formats, stars, "star");
    const label = reviews === 0
      ? markup`<span>${words}</span>`
      : markup`<a href="${href(`/?${search === "" ? "" : `${search}&`}rating=${stars}`)}#reviews">${words}</a>`;
    return markup`<li><span>${label}</span>${bar(share)}<span class="number">${formats.number(reviews)}</span></li>\n`;
  });
  return markup`<div class="rating">
${
    mean === null
      ? markup`<p class="quiet">${formats.words.no_reviews}</p>`
      : markup`<p class="mean"><span class="big">${formats.stars(mean)}</span> <span>${
        starsOf(formats, mean)
      }<br><span class="quiet">${counted(formats, count, "review")}</span></span></p>`
  }
<ul class="distribution" aria-label="${formats.words.by_stars}">
${rows}</ul>
</div>`;
}

/** A bar of a percentage from 0 to 100; the figure stands beside it. */
export function bar(share: number): Markup {
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill" width="${
    Math.round(share * 10) / 10
  }" height="8"/></svg>`;
}
