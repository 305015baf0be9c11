import { shortened } from "../../cut_text.ts";
import proseWords from "./prose_words.json" with { type: "json" };
import { ENGLISH, languageName } from "../text/language_of.ts";

type Words = typeof proseWords.en;
/** A sentence of `prose_words.json`. */
export type Sentence = Exclude<keyof Words, "stars" | "capital_nouns">;

/** Writes the prose of the insights in one language. */
export interface Prose {
  /** Tag of the language (RFC 5646). */
  readonly language: string;
  /** Returns a sentence, or a part of one, with its placeholders filled; numbers are written as in the language. */
  readonly say: (name: Sentence, fillings?: Readonly<Record<string, string | number>>) => string;
  /** The words for a number of stars, 1 to 5. */
  readonly stars: (count: number) => string;
  /** Joins the items of a list: `a, b and c`. */
  readonly list: (parts: readonly string[]) => string;
  /** Returns a month in words, by its number as of `monthNumber`: `May 2026`. */
  readonly month: (number: number) => string;
  readonly languageName: (tag: string) => string;
  /** Whether nouns inside a sentence begin with a capital. */
  readonly capitalNouns: boolean;
}

/** Returns the writers of the languages of `prose_words.json`, English first. */
export function proses(): readonly [Prose, ...Prose[]] {
  const { en, ...others } = proseWords;
  return [proseIn(ENGLISH, en), ...Object.entries<Words>(others).map(([language, words]) => proseIn(language, words))];
}

function proseIn(language: string, words: Words): Prose {
  const numbers = new Intl.NumberFormat(words.number, { maximumFractionDigits: 1 });
  const months = new Intl.DateTimeFormat(words.locale, { month: "long", year: "numeric", timeZone: "UTC" });
  const lists = new Intl.ListFormat(words.locale);
  const names = new Intl.DisplayNames(words.locale, { type: "language" });
  return {
    language,
    say: (name, fillings = {}) =>
      words[name].replace(/\{(\w+)\}/g, (_, key: string) => {
        const filling = fillings[key] ?? "";
        return typeof filling === "number" ? numbers.format(filling) : filling;
      }),
    stars: (count) => words.stars[count - 1] ?? "",
    list: (parts) => lists.format(parts),
    month: (number) => months.format(Date.UTC(Math.floor(number / 12), number % 12)),
    languageName: (tag) =>
      language === ENGLISH ? languageName(tag) : tag.startsWith("und") ? words.other_language : names.of(tag) ?? tag,
    capitalNouns: words.capital_nouns,
  };
}

const LONGEST = 120;

/** Returns a label as written inside a sentence. */
export type ProseLabel = (label: string) => string;

/** Returns a number of things in English: `1 review`, `2,000 reviews`. */
export function counted(count: number, noun: string, several = `${noun}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? noun : several}`;
}

/** Returns a name for use in a sentence: on one line, without quotation marks, cut to 120 characters. */
export function proseName(name: string): string {
  return shortened(name.replace(/[\p{C}\p{Z}\s“”"]+/gu, " ").trim(), LONGEST);
}

/** Returns a label for use before a colon or in quotation marks: as written, without final punctuation. */
export function plainLabel(label: string): string {
  return proseName(label).replace(/[\s.,:;!?…-]+$/u, "") || proseName(label);
}

/** Returns a label without its capital; abbreviations and names of several capitals keep theirs. */
export function uncapitalized(label: string): string {
  if (!/^\p{Lu}\p{Ll}/u.test(label) || /[\s-]\p{Lu}\p{Ll}/u.test(label)) return label;
  return label.charAt(0).toLowerCase() + label.slice(1);
}
