import { type Business, titled } from "../../domain/business.ts";
import type { AggregateRating } from "../../domain/documents/aggregate_rating.ts";
import { Canvas, type Colour } from "./canvas.ts";
import { canDraw, lettering, type Letters, widthOf, wrappedLines } from "./lettering.ts";
import { rectangle, star } from "./outline.ts";
import { png } from "./png.ts";

/** Size of preview images (Open Graph). */
export const SOCIAL_IMAGE_SIZE = { width: 1200, height: 630 } as const;

/** Colour of a business without a chosen one. */
export const DEFAULT_COLOUR: Colour = "#0b5d5b";

const PAPER = "#fbfaf7";
const INK = "#1d1c1a";
const QUIET = "#5c5750";
const TRACK = "#e3ded4";
const STAR = "#b4690e";
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
  serif: Letters,
  sans: Letters,
  accent: Colour = DEFAULT_COLOUR,
): Uint8Array<ArrayBuffer> {
  const { width, height } = SOCIAL_IMAGE_SIZE;
  const canvas = new Canvas(width, height, PAPER);
  canvas.fill([rectangle(0, 0, width, 14)], accent);
  const name = business.name.normalize("NFC").replace(/\s+/g, " ").trim();
  // Not in the business's colour, whose contrast on this ground is unknown.
  canvas.fill(lettering(sans, titled(business, "Customer reviews"), 30, LEFT, 108), QUIET);
  if (canDraw(serif, name)) {
    const size = wrappedLines(serif, name, 84, width - 2 * LEFT, 9).length === 1 ? 84 : 66;
    wrappedLines(serif, name, size, width - 2 * LEFT, 2).forEach((line, at) =>
      canvas.fill(lettering(serif, line, size, LEFT, (size === 84 ? 204 : 188) + at * 78), INK)
    );
  }
  if (rating.rating_value === null) {
    canvas.fill(lettering(serif, "No reviews yet", 64, LEFT, 430), QUIET);
  } else {
    drawRating(canvas, rating.rating_value, rating.review_count, serif, sans);
    drawDistribution(canvas, rating, sans);
  }
  if (canDraw(sans, host)) {
    const [line = ""] = wrappedLines(sans, host, 26, width - 2 * LEFT, 1);
    canvas.fill(lettering(sans, line, 26, LEFT, 580), QUIET);
  }
  return png(canvas);
}

function drawRating(canvas: Canvas, value: number, count: number, serif: Letters, sans: Letters): void {
  const figure = value.toFixed(1);
  canvas.fill(lettering(serif, figure, 190, LEFT - 6, 482), INK);
  const left = LEFT + widthOf(serif, figure, 190) + 30;
  const stars = Array.from({ length: 5 }, (_, at) => star(left + at * 56, 362, 50));
  canvas.fill(stars, TRACK);
  canvas.fill(stars, STAR, Math.round(left + starsEdge(value) - 0.5));
  const text = `${count.toLocaleString("en")} ${count === 1 ? "review" : "reviews"}`;
  canvas.fill(lettering(sans, text, 32, left, 470), QUIET);
}

function starsEdge(value: number): number {
  const whole = Math.floor(value);
  return whole * 56 + (value - whole) * 50;
}

function drawDistribution(canvas: Canvas, { distribution, review_count }: AggregateRating, sans: Letters): void {
  STARS.forEach((stars, at) => {
    const y = 338 + at * 33;
    canvas.fill(lettering(sans, stars, 24, 752, y + 17), QUIET);
    canvas.fill([star(771, y - 3, 22)], QUIET);
    canvas.fill([rectangle(808, y, 308, 16, 8)], TRACK);
    const width = 308 * distribution[stars] / review_count;
    if (width > 0) canvas.fill([rectangle(808, y, Math.max(6, width), 16, 8)], STAR);
  });
}
