import { firstCharacter } from "../../../domain/cut_text.ts";
import { getOrMake } from "../../../domain/get_or_make.ts";
import { ANONYMOUS } from "../../../domain/review.ts";
import type { PageLanguage } from "../../request/page_address.ts";
import { starsEdge, starsPath } from "../../pictures/outline.ts";
import { type Counted, filled, PAGE_WORDS, pageLanguage, type PageWords } from "../language/page_language.ts";
import { type Markup, markup } from "./markup.ts";

/** Texts and formats of a page for one locale. */
export interface Formats {
  /** BCP 47. */
  readonly locale: string;
  /** Language of the texts. */
  readonly language: PageLanguage;
  readonly words: PageWords;
  /** Plural form of a noun for a count; the texts have two. */
  readonly plural: (count: number) => "one" | "other";
  /** With at most `digits` decimals; 0 by default. */
  readonly number: (value: number, digits?: number) => string;
  /** A mean of stars for readers, with one decimal; documents have two. */
  readonly stars: (value: number) => string;
  /** The same with two decimals, for the owner. */
  readonly alignedStars: (value: number) => string;
  /** A percentage from 0 to 100, without decimals. */
  readonly percent: (value: number) => string;
  /** A day written YYYY-MM-DD, in full. */
  readonly day: (day: string) => string;
  /** A day written YYYY-MM-DD, with a short month. */
  readonly shortDay: (day: string) => string;
  /** A month written YYYY-MM, in full. */
  readonly month: (month: string) => string;
  /** Short name of the month of YYYY-MM. */
  readonly monthName: (month: string) => string;
  /** Short name of a weekday; 0 is Monday. */
  readonly weekday: (day: number) => string;
  /** A time of day, written HH:MM, up to 24:00. */
  readonly time: (time: string) => string;
  /** A number of days with its unit. */
  readonly days: (count: number) => string;
  /** Name of a language by its tag (RFC 5646), with a capital letter. */
  readonly languageName: (tag: string) => string;
  /** Name of a country by its code (ISO 3166-1 alpha-2); other texts stay unchanged. */
  readonly country: (code: string) => string;
}

const kept = new Map<string, Formats>();

/**
 * Formats of a locale of `readerLocale`. They are kept for good, because creating `Intl` objects takes longer than
 * formatting a page, and about a megabyte a locale.
 */
export function formatsOf(locale: string): Formats {
  return getOrMake(kept, locale, () => makeFormats(locale));
}

function makeFormats(locale: string): Formats {
  const decimals = [0, 1, 2].map((maximumFractionDigits) => new Intl.NumberFormat(locale, { maximumFractionDigits }));
  const [stars, alignedStars] = [1, 2].map((minimumFractionDigits) =>
    new Intl.NumberFormat(locale, { minimumFractionDigits, maximumFractionDigits: minimumFractionDigits })
  );
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  // Calendar days have no time zone; parsed and formatted in UTC they stay the same day.
  const dates = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return (text: string) => format.format(new Date(text));
  };
  const language = pageLanguage(locale);
  const plurals = new Intl.PluralRules(language);
  const weekday = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
  const time = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: "UTC" });
  const at = (text: string) => Date.UTC(1970, 0, 1, Number(text.slice(0, 2)), Number(text.slice(3)));
  const countries = new Intl.DisplayNames(locale, { type: "region" });
  const days = new Intl.NumberFormat(locale, { style: "unit", unit: "day", unitDisplay: "long" });
  const languages = new Intl.DisplayNames(locale, { type: "language" });
  return {
    locale,
    language,
    words: PAGE_WORDS[language],
    plural: (count) => plurals.select(count) === "one" ? "one" : "other",
    number: (value, digits = 0) => (decimals[digits] ?? decimals[2]!).format(value),
    stars: (value) => stars!.format(value),
    alignedStars: (value) => alignedStars!.format(value),
    percent: (value) => percent.format(value / 100),
    day: dates({ dateStyle: "long" }),
    shortDay: dates({ dateStyle: "medium" }),
    month: dates({ year: "numeric", month: "long" }),
    monthName: dates({ month: "short" }),
    // 2 February 1970 was a Monday.
    weekday: (day) => weekday.format(Date.UTC(1970, 1, 2 + day)),
    // Without line breaks: a separate line is better than one that ends in "6:00".
    time: (text) => time.format(at(text)).replace(/\s/g, "\u00a0"),
    days: (count) => days.format(count),
    languageName: (tag) => capital(languages.of(tag) ?? tag),
    country: (code) => /^[A-Z]{2}$/.test(code) ? countries.of(code) ?? code : code,
  };
}

/** Writes a count with its noun: `1 review`, `1,204 reviews`. */
export function counted({ words, plural, number }: Formats, count: number, noun: Counted): string {
  return filled(words[`${noun}_${plural(count)}`], { count: number(count) });
}

/** Fills the names in braces of a text with markup. */
export function phrase(text: string, fillings: Readonly<Record<string, Markup | string>>): Markup {
  // Every second piece is a name.
  return markup`${text.split(/\{(\w+)\}/).map((piece, at) => at % 2 === 0 ? piece : fillings[piece] ?? "")}`;
}

/** The name of an author on a page: that of no name in the language of the page. */
export function authorName({ words }: Formats, author: string): string {
  return author === ANONYMOUS ? words.anonymous : author;
}

/** The first letter or digit of a name, as a capital; a dot if there is none. */
export function initialOf(name: string): string {
  return firstCharacter(/[\p{L}\p{N}].*/su.exec(name)?.[0] ?? "·").toUpperCase();
}

/** A word with a capital at its beginning. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Writes a day, month or year (YYYY-MM-DD, YYYY-MM, YYYY) for the reader; a day in the form of `day`. */
export function timeOf(formats: Formats, time: string, day = formats.day): Markup {
  return markup`<time datetime="${time}">${timeText(formats, time, day)}</time>`;
}

/** The text of {@linkcode timeOf}. */
export function timeText(formats: Formats, time: string, day = formats.day): string {
  return time.length === "YYYY".length ? time : time.length === "YYYY-MM".length ? formats.month(time) : day(time);
}

// A star of 18 units in each place of 20.
const [SIZE, PLACE] = [18, 20];

/** Outline of five stars in a row, once per page; {@linkcode starsOf} refers to it. */
export const STARS_OUTLINE: Markup = markup`<svg class="hidden" aria-hidden="true"><path id="stars" d="${
  starsPath(1, 1, SIZE, PLACE)
}"/></svg>`;

/** Five stars, filled up to a rating from 0 to 5, with the rating in words. */
export function starsOf(formats: Formats, rating: number): Markup {
  const words = filled(formats.words.out_of_5, { stars: formats.number(rating, 1) });
  // The inner picture cuts off the rest.
  const width = 1 + starsEdge(rating, SIZE, PLACE);
  return markup`<svg class="stars" viewBox="0 0 100 20" role="img" aria-label="${words}"><use href="#stars" class="off"/><svg width="${width}" height="20"><use href="#stars"/></svg></svg>`;
}
