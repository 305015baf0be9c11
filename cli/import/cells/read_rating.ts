import { ValueFault } from "./value_fault.ts";

/** A rating on the scale of 1 to 5 stars. */
export interface ReadRating {
  /** Whole stars, 1 to 5. */
  readonly stars: number;
  /** The rating as written, when it was not in whole stars; else null. */
  readonly given: string | null;
  /** Whether it fell between two whole stars and was rounded. */
  readonly isRounded: boolean;
}

/** The fault of a number above 5 where no scale is named: the whole column may be on another scale. */
export const ABOVE_FIVE = new ValueFault("a rating of 1 to 5 stars, or --scale 10 for ratings of 1 to 10");

const NO_RATING = new ValueFault("a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or FIVE");
const NO_STARS = new ValueFault("a rating; recommended or not recommended counts as 5 or 1");
const WHOLE: readonly ReadRating[] = [1, 2, 3, 4, 5].map((stars) => ({ stars, given: null, isRounded: false }));
const WORDS: ReadonlyMap<string, number> = new Map([["one", 1], ["two", 2], ["three", 3], ["four", 4], ["five", 5]]);
const RECOMMENDED: ReadonlyMap<string, number> = new Map([
  ["positive", 5],
  ["true", 5],
  ["yes", 5],
  ["recommended", 5],
  ["recommends", 5],
  ["negative", 1],
  ["false", 1],
  ["no", 1],
  ["not recommended", 1],
  ["doesn't recommend", 1],
  ["does not recommend", 1],
]);
const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const WHOLE_STARS = /^([1-5])(?:[.,]0+)?$/;
const BARE = new RegExp(`^${NUMBER}$`);
const OUT_OF = new RegExp(
  String.raw`^(?:rated )?${NUMBER} *(?:stars?)? *(?:/|out of|of) *(\d{1,3})(?: *(?:stars?|bubbles))?$`,
);
const NAMED = new RegExp(
  String.raw`^(?:rated )?(?:${NUMBER}|(one|two|three|four|five))[ -]*(?:stars?(?: rating)?|★|⭐\ufe0f?)$`,
);
const PERCENT = new RegExp(String.raw`^${NUMBER} *%$`);
const GLYPHS = /^([★⭐\ufe0f]+)([½⯨⯪]?)([☆✩]*)$/u;
const BUBBLES = /^(?:ui_bubble_rating )?bubble_(\d)([05])$/;

/**
 * Parses a rating to 1 to 5 whole stars: a number ("5", "4.5", "4,0"), a number with its scale ("9/10", "4 out of 5",
 * "80 %"), glyphs ("★★★★☆"), or words ("5 stars", "FIVE"). Another scale than 5 is converted in proportion; what falls
 * between two whole stars is rounded to the nearer one, a half up, and nothing below one star comes out. 0 and
 * `STAR_RATING_UNSPECIFIED` are faults: they mean that there is no rating.
 *
 * @param scale The best rating of the file, for numbers without a scale of their own; null if nobody has named it.
 */
export function readRating(value: unknown, scale: number | null): ReadRating | ValueFault {
  const best = scale ?? 5;
  if (typeof value === "number") return best === 5 && WHOLE[value - 1] || bare(value, String(value), scale);
  if (typeof value !== "string") return NO_RATING;
  const text = value.trim();
  const whole = best === 5 ? WHOLE_STARS.exec(text) : null;
  if (whole !== null) return WHOLE[Number(whole[1]) - 1] ?? NO_RATING;
  const number = BARE.exec(text);
  if (number !== null) return bare(decimal(number[1]), text, scale);
  return written(text) ?? NO_RATING;
}

/** Parses a recommendation, which has no stars: yes is 5, no is 1. */
export function readRecommendation(value: unknown): ReadRating | ValueFault {
  const stars = RECOMMENDED.get(String(value ?? "").trim().toLowerCase());
  if (stars === undefined) return NO_STARS;
  return { stars, given: stars === 5 ? "recommended" : "not recommended", isRounded: false };
}

function bare(number: number, text: string, scale: number | null): ReadRating | ValueFault {
  if (scale === null && number > 5) return ABOVE_FIVE;
  return converted(number, scale ?? 5, text) ?? new ValueFault(`a rating above 0 and of at most ${scale ?? 5}`);
}

function written(text: string): ReadRating | null {
  const lower = text.toLowerCase();
  const word = WORDS.get(lower);
  if (word !== undefined) return WHOLE[word - 1] ?? null;
  const glyphs = GLYPHS.exec(text);
  if (glyphs !== null) {
    const full = (glyphs[1] ?? "").replaceAll("\ufe0f", "").length;
    return converted(full + (glyphs[2] === "" ? 0 : 0.5), 5, text);
  }
  const named = NAMED.exec(lower);
  if (named !== null) {
    return converted(named[1] === undefined ? WORDS.get(named[2] ?? "") ?? 0 : decimal(named[1]), 5, text);
  }
  const of = OUT_OF.exec(lower);
  if (of !== null) return converted(decimal(of[1]), Number(of[2]), text);
  const percent = PERCENT.exec(text);
  if (percent !== null) return converted(decimal(percent[1]), 100, text);
  const bubbles = BUBBLES.exec(lower);
  return bubbles === null ? null : converted(Number(`${bubbles[1]}.${bubbles[2]}`), 5, text);
}

function converted(number: number, scale: number, text: string): ReadRating | null {
  if (!(number > 0 && number <= scale && scale >= 2)) return null;
  const exact = number * 5 / scale;
  // 3.5 * 5 / 7 must not come out just below its half.
  const stars = Math.max(1, Math.floor(exact + 0.5 + 1e-9));
  if (scale === 5 && Number.isInteger(exact)) return WHOLE[stars - 1] ?? null;
  return { stars, given: text.slice(0, 40), isRounded: Math.abs(exact - stars) > 1e-9 };
}

function decimal(text: string | undefined): number {
  return Number((text ?? "").replace(",", "."));
}
