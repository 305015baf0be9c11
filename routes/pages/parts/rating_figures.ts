import { type ReviewFigures, reviewFigures } from "../../../domain/documents/review_figures.ts";
import { counted } from "../frame/formats.ts";
import { type Markup, markup, NOTHING } from "../frame/markup.ts";
import type { DataContext, PageContext } from "../frame/page_context.ts";
import { filled, type PageWords } from "../language/page_language.ts";

/** Maximum number of sources beside an average; the summary lists more. */
const MOST_SOURCES = 5;

/** A bar that is filled to a share from 0 to 100; the figure is next to it. */
export function bar(share: number): Markup {
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/><rect class="fill" width="${
    Math.round(share * 10) / 10
  }" height="8"/></svg>`;
}

interface OpinionCounts {
  readonly positive_count: number;
  readonly neutral_count: number;
  readonly negative_count: number;
}

/** A bar divided into positive, neutral and negative; the figures are next to it. */
export function opinionBar({ positive_count, neutral_count, negative_count }: OpinionCounts): Markup {
  const total = Math.max(1, positive_count + neutral_count + negative_count);
  let from = 0;
  const part = (name: string, count: number) => {
    const width = Math.round(count / total * 1000) / 10;
    const x = from;
    from += width;
    return markup`<rect class="${name}" x="${Math.round(x * 10) / 10}" width="${width}" height="8"/>`;
  };
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">${
    part("good", positive_count)
  }${part("mid", neutral_count)}${part("bad", negative_count)}</svg>`;
}

/** Number of reviews with one sentiment towards an aspect, with a link to them if there are any. */
export function opinionCount(
  { formats }: PageContext,
  aspect: OpinionCounts & { readonly id: string },
  sentiment: "positive" | "neutral" | "negative",
  /** Text with the figure at `{count}`; by default the figure alone. */
  text = "{count}",
): Markup {
  const count = aspect[`${sentiment}_count`];
  const written = filled(text, { count: formats.number(count) });
  if (count === 0) return markup`${written}`;
  const query = `aspect=${encodeURIComponent(aspect.id)}&sentiment=${sentiment}`;
  return markup`<a href="/?${query}#reviews">${written}</a>`;
}

/** Ratings by source beside a blended average: name, link, stars and number of reviews. Nothing for a single source. */
export function sourceRatings({ snapshot, formats }: DataContext): Markup {
  const { ratings_by_source: sources } = reviewFigures(snapshot);
  if (sources.length < 2) return NOTHING;
  const items = sources.slice(0, MOST_SOURCES).map(({ rating_value, review_count, ...source }) =>
    markup`<li>${sourceLink(formats.words, source)}: ${
      filled(formats.words.stars_and_reviews, {
        stars: formats.stars(rating_value ?? 0),
        reviews: counted(formats, review_count, "review"),
      })
    }</li>\n`
  );
  return markup`<ul class="by-source quiet" aria-label="${formats.words.by_source}">
${items}</ul>`;
}

/** Name of a source, linked to the page of the business there. */
export function sourceLink(
  words: PageWords,
  { name, url }: Pick<ReviewFigures["ratings_by_source"][number], "name" | "url">,
): Markup {
  const label = markup`<bdi>${name ?? words.own_tables}</bdi>`;
  // A new tab, as widgets stand in frames.
  return url === null ? label : markup`<a href="${url}" target="_blank" rel="nofollow noopener">${label}</a>`;
}
