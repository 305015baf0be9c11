import { type ReviewFigures, sourceName } from "../../../domain/documents/review_figures.ts";
import { type Markup, markup } from "../frame/markup.ts";
import type { PageWords } from "../language/page_language.ts";

/**
 * A bar; the figures are next to it.
 *
 * @param parts From the left: class of the part and its share, from 0 to 100.
 */
export function bar(...parts: readonly (readonly [className: string, share: number])[]): Markup {
  let end = 0;
  const filled = parts.map(([className, share]) => {
    const [x, width] = [end, share].map((value) => Math.round(value * 10) / 10);
    end += share;
    return markup`<rect class="${className}" x="${x}" width="${width}" height="8"/>`;
  });
  return markup`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect class="track" width="100" height="8"/>${filled}</svg>`;
}

/** What a page calls a source: the name of its platform, or in its language the website or the tables of the business. */
export function sourceInWords(words: PageWords, source: string): string {
  return source.toLowerCase() === "website" ? words.website : sourceName(source) ?? words.own_tables;
}

/** Name of a source, linked to the page of the business there. */
export function sourceLink(
  words: PageWords,
  { source, url }: Pick<ReviewFigures["ratings_by_source"][number], "source" | "url">,
): Markup {
  const label = markup`<bdi>${sourceInWords(words, source)}</bdi>`;
  // A new tab, as widgets stand in frames.
  return url === null ? label : markup`<a href="${url}" target="_blank" rel="nofollow noopener">${label}</a>`;
}
