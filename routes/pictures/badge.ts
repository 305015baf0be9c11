import { type Business, titled } from "../../domain/business.ts";
import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { letteringPath, type Letters, widthOf } from "./lettering.ts";
import { star } from "./outline.ts";

/** Colour schemes of a badge; `auto` follows the reader's. */
export const BADGE_THEMES = ["auto", "light", "dark"] as const;

/** A theme of a badge. */
export type BadgeTheme = typeof BADGE_THEMES[number];

const SIZE = 15;
const HEIGHT = 40;
const LIGHT = { card: "#ffffff", line: "#d9d3c7", ink: "#1d1c1a", quiet: "#5c5750", star: "#b4690e", track: "#e3ded4" };
const DARK = { card: "#1e1d1a", line: "#45413a", ink: "#ece8e0", quiet: "#b3ac9f", star: "#e5a54a", track: "#45413a" };

/**
 * Draws the rating as an SVG for `img`: figure, stars and count. Letters are outlines, so that it looks the same
 * everywhere; only figures come from the data.
 *
 * @param business Named in the title, which screen readers read.
 */
export function badge(
  { rating_value, review_count }: AggregateRating,
  business: Pick<Business, "name" | "sample">,
  sans: Letters,
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
  const starsAt = 14 + (figure === "" ? 0 : widthOf(sans, figure, 17) + 8);
  const textAt = starsAt + (figure === "" ? 0 : 5 * 18 + 8);
  const width = Math.ceil(textAt + widthOf(sans, text, SIZE) + 14);
  const stars = Array.from({ length: 5 }, (_, at) => pathOf(star(starsAt + at * 18, 12, 16))).join("");
  const gold = Math.round(10 * (starsAt + Math.floor(rating_value ?? 0) * 18 + ((rating_value ?? 0) % 1) * 16)) / 10;
  const rated = `<clipPath id="g"><rect width="${gold}" height="${HEIGHT}"/></clipPath>
<path class="i" transform="translate(14 26)scale(.017)" d="${letteringPath(sans, figure)}"/>
<path class="k" d="${stars}"/>
<path class="s" clip-path="url(#g)" d="${stars}"/>
`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img" aria-labelledby="t">
<title id="t">${xml(title)}</title>
<style>${styleOf(theme)}</style>
<rect class="c" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="8"/>
${figure === "" ? "" : rated}<path class="q" transform="translate(${textAt.toFixed(1)} 25.5)scale(.015)" d="${
    letteringPath(sans, text)
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

function pathOf(contour: readonly number[]): string {
  const points = Array.from(
    { length: contour.length / 2 },
    (_, at) => `${contour[2 * at]!.toFixed(1)} ${contour[2 * at + 1]!.toFixed(1)}`,
  );
  return `M${points.join("L")}z`;
}

function xml(text: string): string {
  return text.toWellFormed().replace(/(?![\t\n\r])[\p{Cc}\ufffe\uffff]/gu, "")
    .replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
