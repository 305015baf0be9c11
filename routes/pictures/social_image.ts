import { type Business, titled } from "../../domain/business.ts";
import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { Canvas, type Colour } from "./canvas.ts";
import { canDraw, lettering, type Letters, widthOf, wrappedLines } from "./lettering.ts";
import { rectangle, star, starsEdge } from "./outline.ts";
import { png } from "./png.ts";

/** Size of preview images (Open Graph). */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Colour of a business without a chosen one. */
export const DEFAULT_COLOUR: Colour = "#0b5d5b";

// The colours of the pages in the light scheme (`pages/assets/style.css`).
const PAPER = "#f5f7f6";
const INK = "#16201f";
const QUIET = "#566361";
const TRACK = "#dfe5e3";
const STAR = "#c87a00";
const LEFT = 84;
const STARS = ["5", "4", "3", "2", "1"] as const;

/**
 * Draws the preview image of links: name, rating, stars and their distribution. Omits a name whose letters have no
 * outlines here; these would need a font of many megabytes, or shaping.
 * @param host Displayed address of the reviews.
 * @param accent Colour of the business.
 */
export function socialImage(
  business: Business,
  rating: AggregateRating,
  host: string,
  letters: Letters,
  accent: Colour = DEFAULT_COLOUR,
): Uint8Array<ArrayBuffer> {
  const { width, height } = SOCIAL_IMAGE_SIZE;
  const canvas = new Canvas(width, height, PAPER);
  canvas.fill([rectangle(0, 0, width, 14)], accent);
  const name = business.name.normalize("NFC").replace(/\s+/g, " ").trim();
  // Not in the business's colour, whose contrast on this ground is unknown.
  canvas.fill(lettering(letters, titled(business, "Customer reviews"), 30, LEFT, 108), QUIET);
  if (canDraw(letters, name)) {
    const size = wrappedLines(letters, name, 84, width - 2 * LEFT, 9).length === 1 ? 84 : 66;
    wrappedLines(letters, name, size, width - 2 * LEFT, 2).forEach((line, at) =>
      canvas.fill(lettering(letters, line, size, LEFT, (size === 84 ? 204 : 188) + at * 78), INK)
    );
  }
  if (rating.rating_value === null) {
    canvas.fill(lettering(letters, "No reviews yet", 64, LEFT, 430), QUIET);
  } else {
    drawRating(canvas, rating.rating_value, rating.review_count, letters);
    drawDistribution(canvas, rating, letters);
  }
  if (canDraw(letters, host)) {
    const [line = ""] = wrappedLines(letters, host, 26, width - 2 * LEFT, 1);
    canvas.fill(lettering(letters, line, 26, LEFT, 580), QUIET);
  }
  return png(canvas);
}

function drawRating(canvas: Canvas, value: number, count: number, letters: Letters): void {
  const figure = value.toFixed(1);
  canvas.fill(lettering(letters, figure, 190, LEFT - 6, 482), INK);
  const left = LEFT + widthOf(letters, figure, 190) + 30;
  const stars = Array.from({ length: 5 }, (_, at) => star(left + at * 56, 362, 50));
  canvas.fill(stars, TRACK);
  canvas.fill(stars, STAR, Math.round(left + starsEdge(value, 50, 56) - 0.5));
  const text = `${count.toLocaleString("en")} ${count === 1 ? "review" : "reviews"}`;
  canvas.fill(lettering(letters, text, 32, left, 470), QUIET);
}

function drawDistribution(canvas: Canvas, { distribution, review_count }: AggregateRating, letters: Letters): void {
  STARS.forEach((stars, at) => {
    const y = 338 + at * 33;
    canvas.fill(lettering(letters, stars, 24, 752, y + 17), QUIET);
    canvas.fill([star(771, y - 3, 22)], QUIET);
    canvas.fill([rectangle(808, y, 308, 16, 8)], TRACK);
    const width = 308 * distribution[stars] / review_count;
    if (width > 0) canvas.fill([rectangle(808, y, Math.max(6, width), 16, 8)], STAR);
  });
}
