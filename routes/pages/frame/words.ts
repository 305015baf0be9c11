import type { Formats } from "./formats.ts";
import { DEFAULT_LOCALE } from "./reader_locale.ts";
import { type Markup, markup } from "./markup.ts";

/** A count with its noun: `1 review`, `1,204 reviews`. */
export function counted(formats: Formats, count: number, noun: string, plural = `${noun}s`): string {
  return `${formats.number(count)} ${count === 1 ? noun : plural}`;
}

/** A day or month (YYYY-MM-DD, YYYY-MM) as the reader writes it, marked as of the reader's language. */
export function timeOf({ locale, day, month }: Formats, time: string): Markup {
  const text = time.length === "YYYY-MM".length ? month(time) : day(time);
  return locale.split("-")[0] === DEFAULT_LOCALE
    ? markup`<time datetime="${time}">${text}</time>`
    : markup`<time datetime="${time}" lang="${locale}" dir="auto">${text}</time>`;
}
