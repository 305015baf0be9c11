import { type Business, titled } from "../../domain/business.ts";
import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { letteringPath, type Letters, widthOf } from "./lettering.ts";
import { starsEdge, starsPath } from "./outline.ts";

/** Colour schemes of a badge; `auto` follows the reader's. */
export const BADGE_THEMES = ["auto", "light", "dark"] as const;

/** A theme of a badge. */
export type BadgeTheme = typeof BADGE_THEMES[number];

const SIZE = 15;
const HEIGHT = 40;
// The colours of the pages (`pages/assets/style.css`).
const LIGHT = { card: "#ffffff", line: "#dfe5e3", ink: "#16201f", quiet: "#566361", star: "#c87a00", track: "#dfe5e3" };
const DARK = { card: "#1a2120", line: "#303a38", ink: "#e8eeec", quiet: "#a0adaa", star: "#f0ab2e", track: "#303a38" };

/**
 * Draws the rating as an SVG for `img`: figure, stars and count. Letters are outlines, so that it looks the same
 * everywhere; only figures come from the data.
 *
 * @param business Named in the title, which screen readers read.
 */
export function badge(
  { rating_value, review_count }: AggregateRating,
  business: Pick<Business, "name" | "sample">,
  letters: Letters,
  theme: BadgeTheme,
): string {
  const figure = rating_value === null ? "" : rating_value.toFixed(1);
  const { name } = business;
  const count = rating_value === null
    ? "No reviews yet"
    : `${review_count.toLocaleString("en")} ${review_count === 1 ? "review" : "reviews"}`;
  const text = titled(business, count);
  const title = titled(
    business,
    rating_value === null ? `${name}: no reviews yet` : `${name}: ${figure} out of 5 stars, ${count}`,
  );
  const starsAt = 14 + (figure === "" ? 0 : widthOf(letters, figure, 17) + 8);
  const textAt = starsAt + (figure === "" ? 0 : 5 * 18 + 8);
  const width = Math.ceil(textAt + widthOf(letters, text, SIZE) + 14);
  const stars = starsPath(starsAt, 12, 16, 18);
  const gold = starsAt + starsEdge(rating_value ?? 0, 16, 18);
  const rated = `<clipPath id="g"><rect width="${gold}" height="${HEIGHT}"/></clipPath>
<path class="i" transform="translate(14 26)scale(.017)" d="${letteringPath(letters, figure)}"/>
<path class="k" d="${stars}"/>
<path class="s" clip-path="url(#g)" d="${stars}"/>
`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="t">
<title id="t">${xml(title)}</title>
<style>${styleOf(theme)}</style>
<rect class="c" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="8"/>
${figure === "" ? "" : rated}<path class="q" transform="translate(${textAt.toFixed(1)} 25.5)scale(.015)" d="${
    letteringPath(letters, text)
  }"/>
</svg>
`;
}

function styleOf(theme: BadgeTheme): string {
  const rules = ({ card, line, ink, quiet, star, track }: typeof LIGHT) =>
    `.c{fill:${card};stroke:${line}}.i{fill:${ink}}.q{fill:${quiet}}.s{fill:${star}}.k{fill:${track}}`;
  if (theme === "dark") return rules(DARK);
  return rules(LIGHT) + (theme === "light" ? "" : `@media(prefers-color-scheme:dark){${rules(DARK)}}`);
}

function xml(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
