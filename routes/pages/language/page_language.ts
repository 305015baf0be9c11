import { weightedValues } from "../../../domain/documents/content_negotiation.ts";
export { filledText as filled } from "../../../domain/documents/policy_answers.ts";
import { inLanguage, languageOf, PAGE_LANGUAGES, type PageLanguage } from "../../request/page_address.ts";
import { POLICY_WORDS } from "../../../domain/documents/policy_words.ts";
import english from "./english.json" with { type: "json" };
import french from "./french.json" with { type: "json" };
import german from "./german.json" with { type: "json" };
import spanish from "./spanish.json" with { type: "json" };

/**
 * Texts of the pages in one language, in the order in which a visitor meets them. Names in braces are filled in. The
 * count chooses between two texts that end in `_one` and `_other`. The policy's words stand apart in English alone, as
 * other documents have them too.
 */
export type PageWords = Readonly<Record<keyof typeof english | keyof typeof POLICY_WORDS, string>>;

/** Texts of pages and widgets by language subtag (BCP 47). */
export const PAGE_WORDS: Readonly<Record<PageLanguage, PageWords>> = {
  en: { ...english, ...POLICY_WORDS },
  de: german,
  es: spanish,
  fr: french,
};

/** Locales of dates and numbers (BCP 47): a page language, alone or with a region that writes them in another way. */
const LOCALES = [
  ...PAGE_LANGUAGES,
  ..."en-AU en-CA en-GB en-IE en-IN en-NZ en-ZA de-AT de-CH es-MX es-US fr-CA".split(" "),
];
/** Language and region of a tag. A script may stand between them. */
const TAG = /^([a-z]+)(?:-[a-z]{4})?(?:-([a-z]{2}))?(?:-|$)/;
const LONGEST_FIELD = 200;

/**
 * Chooses the locale for dates and numbers by `Accept-Language` (RFC 9110 12.5.4): the first preferred language of the
 * pages. The result is one of a fixed list, so that pages and formats can be cached by it.
 *
 * @param field Value of the field; null if absent.
 */
export function readerLocale(field: string | null): string {
  if (field === null || field.length > LONGEST_FIELD) return PAGE_LANGUAGES[0];
  const tags = weightedValues(field).filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { name } of tags) {
    const [, language = "", region = ""] = TAG.exec(name) ?? [];
    const regional = `${language}-${region.toUpperCase()}`;
    const locale = LOCALES.find((one) => one === regional) ?? LOCALES.find((one) => one === language);
    if (locale !== undefined) return locale;
  }
  return PAGE_LANGUAGES[0];
}

/** Returns the language of the texts for a locale of {@linkcode readerLocale}. */
export function pageLanguage(locale: string): PageLanguage {
  return PAGE_LANGUAGES.find((language) => language === locale.split("-")[0]) ?? PAGE_LANGUAGES[0];
}

/** Language and formats that a request asks for: by its address, else by `Accept-Language`. */
export function requestLanguage(
  { url, headers }: Request,
): { readonly chosen: PageLanguage | null; readonly locale: string } {
  const chosen = languageOf(new URL(url).pathname);
  return { chosen, locale: chosen ?? readerLocale(headers.get("accept-language")) };
}

/** Characters that reverse all text up to the next of their kind, also Latin names (Unicode Standard Annex 9, 2.2). */
const OVERRIDES = /[\u202d\u202e]/g;

/**
 * Finishes the HTML of a page: without overrides of direction, and with links to pages in its language, so that
 * `Accept-Language` decides at the first visit alone. English pages that no address chose keep the addresses without
 * language.
 *
 * @param html Rendered page; in texts and data blocks its quotation marks are escaped.
 */
export function pageHtml(html: string, chosen: PageLanguage | null, locale: string): string {
  const plain = html.replace(OVERRIDES, "");
  const language = chosen ?? pageLanguage(locale);
  if (chosen === null && language === "en") return plain;
  return plain.replace(/(?<=\s(?:href|action)=")\/[^"]*/g, (path) => inLanguage(path, language));
}

/** Names of texts that have `_one` and `_other` forms, without the ending. */
export type Counted = { [name in keyof PageWords]: name extends `${infer noun}_one` ? noun : never }[keyof PageWords];
