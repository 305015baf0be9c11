import { PAGE_WORDS, type PageLanguage, pageLanguage } from "../words/page_language.ts";
import type { PageWords } from "../words/english.ts";

/** How a page speaks to the readers of one locale: its words, and how it writes numbers and days. */
export interface Formats {
  /** BCP 47. */
  readonly locale: string;
  /** The language of the pages' own words, which is English where there are none in that of the locale. */
  readonly language: PageLanguage;
  readonly words: PageWords;
  /** Which form of a noun a count has, of the two that the words have. */
  readonly plural: (count: number) => "one" | "other";
  /** A number with at most `digits` decimals; 0 by default. */
  readonly number: (value: number, digits?: number) => string;
  /** A number with exactly one decimal: the mean of stars. */
  readonly stars: (value: number) => string;
  /** A percentage from 0 to 100, without decimals. */
  readonly percent: (value: number) => string;
  /** A day written YYYY-MM-DD, in full. */
  readonly day: (day: string) => string;
  /** A month written YYYY-MM, in full. */
  readonly month: (month: string) => string;
  /** A month written YYYY-MM, as short as on an axis. */
  readonly shortMonth: (month: string) => string;
  /** A day of the week, short; 0 is Sunday. */
  readonly weekday: (day: number) => string;
  /** From one time of day to another, both written HH:MM, up to 24:00. */
  readonly times: (from: string, until: string) => string;
  /** The country of a code (ISO 3166-1 alpha-2); what is no such code is left as it is. */
  readonly country: (code: string) => string;
}

const MOST_KEPT = 64;
const kept = new Map<string, Formats>();

/** The formats of a locale; made once, as `Intl` takes longer to prepare than to format a page. */
export function formatsOf(locale: string): Formats {
  let formats = kept.get(locale);
  if (formats === undefined) {
    if (kept.size >= MOST_KEPT) kept.clear();
    formats = makeFormats(locale);
    kept.set(locale, formats);
  }
  return formats;
}

function makeFormats(locale: string): Formats {
  const decimals = [0, 1, 2].map((maximumFractionDigits) => new Intl.NumberFormat(locale, { maximumFractionDigits }));
  const stars = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  // Calendar days have no time zone; read and written in UTC they stay the same day.
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
  return {
    locale,
    language,
    words: PAGE_WORDS[language],
    plural: (count) => plurals.select(count) === "one" ? "one" : "other",
    number: (value, digits = 0) => (decimals[digits] ?? decimals[2]!).format(value),
    stars: (value) => stars.format(value),
    percent: (value) => percent.format(value / 100),
    day: dates({ dateStyle: "long" }),
    month: dates({ year: "numeric", month: "long" }),
    shortMonth: dates({ year: "2-digit", month: "short" }),
    // The first of February 1970 was a Sunday.
    weekday: (day) => weekday.format(Date.UTC(1970, 1, 1 + day)),
    // In one piece: a line of its own is better than a line that ends in "6:00".
    times: (from, until) => [at(from), at(until)].map(time.format).join(" – ").replace(/\s/g, "\u00a0"),
    country: (code) => /^[A-Z]{2}$/.test(code) ? countries.of(code) ?? code : code,
  };
}
