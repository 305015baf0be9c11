import { ENGLISH, type PageWords } from "./english.ts";
import { FRENCH } from "./french.ts";
import { GERMAN } from "./german.ts";
import { SPANISH } from "./spanish.ts";

/** The languages in which pages and widgets have words, by their subtag (BCP 47). */
export const PAGE_WORDS = { en: ENGLISH, de: GERMAN, es: SPANISH, fr: FRENCH } as const;

/** A language of the pages' own words. */
export type PageLanguage = keyof typeof PAGE_WORDS;

/** The language in which a reader of a locale gets the pages' words: the locale's own if there are any, else English. */
export function pageLanguage(locale: string): PageLanguage {
  const [language = ""] = locale.split("-");
  return Object.hasOwn(PAGE_WORDS, language) ? language as PageLanguage : "en";
}

/** What is put into a text at the names in braces. */
export type Fillings = Readonly<Record<string, string>>;

/** A text of the tables with its names in braces filled. */
export function filled(text: string, fillings: Fillings): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => fillings[name] ?? "");
}

/** The names that end in `_one` and `_other`, without the end. */
export type Counted = { [name in keyof PageWords]: name extends `${infer noun}_one` ? noun : never }[keyof PageWords];
