import type { Formats } from "./formats.ts";
import { DEFAULT_LOCALE } from "./reader_locale.ts";
import { type Markup, markup } from "./markup.ts";

/** A count with its noun: `1 review`, `1,204 reviews`. */
export function counted(formats: Formats, count: number, noun: string, plural = `${noun}s`): string {
  return `${formats.number(count)} ${count === 1 ? noun : plural}`;
}

/** Words that `Intl` wrote, such as names of days, marked as of the reader's language. */
export function inReadersWords({ locale }: Formats, text: string): Markup {
  return isEnglish(locale) ? markup`<bdi>${text}</bdi>` : markup`<bdi lang="${locale}">${text}</bdi>`;
}

/** A day or month (YYYY-MM-DD, YYYY-MM) as the reader writes it, marked as of the reader's language. */
export function timeOf({ locale, day, month }: Formats, time: string): Markup {
  const text = time.length === "YYYY-MM".length ? month(time) : day(time);
  return isEnglish(locale)
    ? markup`<time datetime="${time}">${text}</time>`
    : markup`<time datetime="${time}" lang="${locale}" dir="auto">${text}</time>`;
}

function isEnglish(locale: string): boolean {
  return locale.split("-")[0] === DEFAULT_LOCALE;
}
