import { sentence } from "../../../domain/sentences/sentence.ts";
import { alternatives, wordsOfKind } from "./language_words.ts";
import { foldedCell, isEmptyValue } from "./source_row.ts";
import { ValueFault } from "./row_reader.ts";

/** A rating on the scale of 1 to 5 stars. */
export interface ReadRating {
  /** Whole stars, 1 to 5. */
  readonly stars: number;
  /** The rating as written if it was not in whole stars, else null. */
  readonly given: string | null;
  readonly isRounded: boolean;
}

/** The fault of a number above 5 without a known scale: the whole column may use another scale. */
export const ABOVE_FIVE = new ValueFault(sentence("a rating of 1 to 5 stars, or --scale 10 for ratings of 1 to 10"));

const NO_RATING = new ValueFault(sentence("a rating of 1 to 5, such as 5, 4.5, 9/10, ★★★★☆, 5 stars or FIVE"));
const NO_GRADE = new ValueFault(sentence("a grade of 1 to 6, of which 1 is the best"));
const NO_STARS = new ValueFault(sentence("a rating; recommended or not recommended counts as 5 or 1"));
const WHOLE: readonly ReadRating[] = [1, 2, 3, 4, 5].map((stars) => ({ stars, given: null, isRounded: false }));
const WORDS: ReadonlyMap<string, number> = new Map([["one", 1], ["two", 2], ["three", 3], ["four", 4], ["five", 5]]);
const RECOMMENDED: ReadonlyMap<string, number> = new Map([
  ...Array.from(wordsOfKind("flags"), ([word, meaning]) => [word, meaning === 0 ? 5 : 1] as const),
  ...["positive", "recommended", "recommends", "thumbs up", "👍"].map((word) => [word, 5] as const),
  ...["negative", "not recommended", "doesn't recommend", "does not recommend", "thumbs down", "👎"]
    .map((word) => [word, 1] as const),
]);

const NUMBER = String.raw`(\d{1,3}(?:[.,]\d+)?)`;
const STARS = String.raw`(?:${alternatives("stars")}|★|⭐|\*)`;
const WHOLE_STARS = /^([1-5])(?:[.,]0+)?$/;
const WRITTEN = new RegExp(
  `^(?:rated )?(?:${NUMBER}|(${[...WORDS.keys()].join("|")}))(?:[ -]*(${STARS}))?` +
    `(?: ?(?:/|${alternatives("of")}) ?(\\d{1,3})(?: ${STARS})?| ?(%))?$`,
);
const GLYPHS = new RegExp(`^([★⭐*]+)([½⯨⯪]?)[☆✩]*(?: ?\\(?${NUMBER}\\)?)?$`);
/** A rating and its meaning in words: "5 stars - Excellent", "4 (good)". */
const EXPLAINED = new RegExp(`^(\\d+(?:[.,]\\d)?(?: ?${STARS})?) ?[-–—:,(=] ?\\p{L}\\P{N}*$`, "u");
const BUBBLES = /^(?:ui_bubble_rating )?bubble_(\d)([05])$/;

/**
 * Parses a rating to 1 to 5 whole stars. Accepts numbers ("4,0", "4½"), numbers with a scale ("9/10", "4 sur 5", "80 %"),
 * glyphs ("★★★★☆ (4)") and words ("5 Sterne", "5 stars - Excellent", "FIVE"). Converts other scales in proportion.
 * Rounds to the nearest star, halves up, at least to 1. `STAR_RATING_UNSPECIFIED` is a fault, and so is 0 unless the scale
 * begins with it.
 *
 * @param scale The best rating of numbers without a scale; 1 for school grades of 1 to 6; null if unknown.
 * @param isFromZero Whether 0 is the worst rating, as of a Net Promoter Score.
 */
export function readRating(value: unknown, scale: number | null, isFromZero = false): ReadRating | ValueFault {
  if (isFromZero && foldedCell(value) === "0") return { stars: 1, given: "0", isRounded: false };
  const best = scale ?? 5;
  if (typeof value !== "number" && typeof value !== "string") return NO_RATING;
  const text = foldedCell(value).replace(/ ?!+$/, "").replace(/(?<=\d) ?½/, ".5").replace(EXPLAINED, "$1");
  const whole = best === 5 ? WHOLE_STARS.exec(text) : null;
  if (whole !== null) return WHOLE[Number(whole[1]) - 1] ?? NO_RATING;
  if (typeof value === "number") return bare(value, text, scale);
  const given = value.trim();
  const glyphs = GLYPHS.exec(text);
  if (glyphs !== null) {
    const [, full = "", half, number] = glyphs;
    const stars = full.length + (half === "" ? 0 : 0.5);
    return number !== undefined && decimal(number) !== stars ? NO_RATING : converted(stars, 5, given) ?? NO_RATING;
  }
  const bubbles = BUBBLES.exec(text);
  if (bubbles !== null) return converted(Number(`${bubbles[1]}.${bubbles[2]}`), 5, given) ?? NO_RATING;
  const written = WRITTEN.exec(text);
  if (written === null) return NO_RATING;
  const [, digits, word = "", stars, of, percent] = written;
  const number = digits === undefined ? WORDS.get(word) ?? 0 : decimal(digits);
  const isBare = digits !== undefined && stars === undefined && of === undefined && percent === undefined;
  if (isBare) return bare(number, given, scale);
  return converted(number, percent === undefined ? Number(of ?? 5) : 100, given) ?? NO_RATING;
}

/** Whether a value that is no rating may stand for one: a word, a code such as "A1", or a sign such as a smiley or "--". */
export function isRatingWord(value: unknown): boolean {
  return typeof value === "string" && /^(?:\D{1,40}|\p{L}{1,3}\d{1,3})$/u.test(value) &&
    (!isEmptyValue(value) || /^-+$/.test(value));
}

/** Parses a recommendation, which has no stars: yes is 5, no is 1. */
export function readRecommendation(value: unknown): ReadRating | ValueFault {
  const stars = RECOMMENDED.get(foldedCell(value));
  if (stars === undefined) return NO_STARS;
  return { stars, given: stars === 5 ? "recommended" : "not recommended", isRounded: false };
}

function bare(number: number, text: string, scale: number | null): ReadRating | ValueFault {
  if (scale === null && number > 5) return ABOVE_FIVE;
  if (scale === 1) {
    if (!(number >= 1 && number <= 6)) return NO_GRADE;
    const exact = Math.max(1, 6 - number);
    return { stars: Math.round(exact), given: text, isRounded: !Number.isInteger(exact) };
  }
  const best = scale ?? 5;
  const allowed = number > best
    ? sentence("a rating of at most {best}, or another --scale", { best })
    : number === 0 && best > 5
    ? sentence('a rating above 0 and of at most {best}, or "(0-10)" in the name of the column if 0 is the worst', {
      best,
    })
    : sentence("a rating above 0 and of at most {best}", { best });
  return converted(number, best, text) ?? new ValueFault(allowed);
}

function converted(number: number, scale: number, text: string): ReadRating | null {
  if (!(number > 0 && number <= scale && scale >= 2)) return null;
  const exact = number * 5 / scale;
  const stars = Math.max(1, Math.round(exact));
  if (scale === 5 && Number.isInteger(exact)) return WHOLE[stars - 1] ?? null;
  return { stars, given: text.slice(0, 40), isRounded: Math.abs(exact - stars) > 1e-9 };
}

function decimal(text: string): number {
  return Number(text.replace(",", "."));
}
