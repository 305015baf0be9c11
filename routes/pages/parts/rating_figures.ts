import type { ReviewFigures } from "../../../domain/documents/review_figures.ts";
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

/** Name of a source in the language of the page: of a platform, the website of the business, or its own tables. */
export function sourceName(words: PageWords, name: string | null): string {
  return name === null ? words.own_tables : name.toLowerCase() === "website" ? words.website : name;
}

/** Name of a source, linked to the page of the business there. */
export function sourceLink(
  words: PageWords,
  { name, url }: Pick<ReviewFigures["ratings_by_source"][number], "name" | "url">,
): Markup {
  const label = markup`<bdi>${sourceName(words, name)}</bdi>`;
  // A new tab, as widgets stand in frames.
  return url === null ? label : markup`<a href="${url}" target="_blank" rel="nofollow noopener">${label}</a>`;
}
