import { filled } from "../words/page_language.ts";
import type { Formats } from "./formats.ts";
import { type Markup, markup, NOTHING } from "./markup.ts";

const [STARS, SIZE] = [5, 20];
const [OUTER, INNER] = [9.2, 3.9];

/** The outline of five stars in a row, once a page: what {@linkcode starsOf} draws refers to it. */
export const STARS_OUTLINE: Markup = markup`<svg class="hidden" aria-hidden="true"><path id="stars" d="${
  Array.from({ length: STARS }, (_, at) => starAt(at * SIZE + SIZE / 2)).join("")
}"/></svg>`;

function starAt(center: number): string {
  const points = Array.from({ length: 10 }, (_, at) => {
    const radius = at % 2 === 0 ? OUTER : INNER;
    const angle = Math.PI * (at / 5 - 0.5);
    const [x, y] = [center + radius * Math.cos(angle), SIZE / 2 + 0.6 + radius * Math.sin(angle)];
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`;
  });
  return `M${points.join("L")}Z`;
}

/** Five stars, filled up to a rating from 0 to 5, with the rating in words. */
export function starsOf(formats: Formats, rating: number): Markup {
  const words = filled(formats.words.out_of_5, { stars: formats.number(rating, 2) });
  // The inner picture is as wide as the rating and cuts off the rest; less than half a star is only the tip of one.
  const width = Math.round(rating * 2) / 2 * SIZE;
  return markup`<svg class="stars" viewBox="0 0 ${STARS * SIZE} ${SIZE}" role="img" aria-label="${words}">${
    width >= STARS * SIZE ? NOTHING : markup`<use href="#stars" class="off"/>`
  }<svg width="${width}" height="${SIZE}"><use href="#stars"/></svg></svg>`;
}
