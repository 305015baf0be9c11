import { type Counted, filled } from "../words/page_language.ts";
import type { Formats } from "./formats.ts";
import { type Markup, markup } from "./markup.ts";

/** A count with its noun: `1 review`, `1,204 reviews`. */
export function counted({ words, plural, number }: Formats, count: number, noun: Counted): string {
  return filled(words[`${noun}_${plural(count)}`], { count: number(count) });
}

/** A text of the pages' words with markup at its names in braces. */
export function phrase(text: string, fillings: Readonly<Record<string, Markup | string>>): Markup {
  // Every second piece is a name.
  return markup`${text.split(/\{(\w+)\}/).map((piece, at) => at % 2 === 0 ? piece : fillings[piece] ?? "")}`;
}

/** A word with a capital at its beginning. */
export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** Words that `Intl` wrote, such as names of days, marked as of the reader's language where the page has another. */
export function inReadersWords(formats: Formats, text: string): Markup {
  return isOfPage(formats) ? markup`<bdi>${text}</bdi>` : markup`<bdi lang="${formats.locale}">${text}</bdi>`;
}

/** A day or month (YYYY-MM-DD, YYYY-MM) as the reader writes it, marked as of the reader's language. */
export function timeOf(formats: Formats, time: string): Markup {
  const text = time.length === "YYYY-MM".length ? formats.month(time) : formats.day(time);
  return isOfPage(formats)
    ? markup`<time datetime="${time}">${text}</time>`
    : markup`<time datetime="${time}" lang="${formats.locale}" dir="auto">${text}</time>`;
}

function isOfPage({ locale, language }: Formats): boolean {
  return locale.split("-")[0] === language;
}
