import { weightedValues } from "../../../domain/documents/content_negotiation.ts";
export { filledText as filled } from "../../../domain/documents/policy_answers.ts";
import { inLanguage, languageOf, type PageLanguage } from "../../request/page_address.ts";
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

const DEFAULT_LOCALE = "en";
const MOST_TAGS = 8;
const LONGEST_FIELD = 200;

/**
 * Chooses the locale for dates and numbers by `Accept-Language` (RFC 9110 12.5.4): the first preferred language that
 * the runtime knows, without extensions. The result is one of a finite set, so that pages can be cached by it.
 *
 * @param field Value of the field; null if absent.
 */
export function readerLocale(field: string | null): string {
  if (field === null || field.length > LONGEST_FIELD) return DEFAULT_LOCALE;
  const tags = weightedValues(field).slice(0, MOST_TAGS).filter(({ name, weight }) => weight > 0 && name !== "*")
    .sort((a, b) => b.weight - a.weight);
  for (const { name } of tags) {
    const locale = supportedLocale(name);
    if (locale !== null) return locale;
  }
  return DEFAULT_LOCALE;
}

function supportedLocale(tag: string): string | null {
  try {
    const { baseName } = new Intl.Locale(tag);
    const [supported] = Intl.DateTimeFormat.supportedLocalesOf(baseName);
    return supported === undefined ? null : new Intl.DateTimeFormat(supported).resolvedOptions().locale;
  } catch {
    return null;
  }
}

/** Chooses the language of the texts for a locale: the locale's own if there is one, else English. */
export function pageLanguage(locale: string): PageLanguage {
  const [language = ""] = locale.split("-");
  return Object.hasOwn(PAGE_WORDS, language) ? language as PageLanguage : "en";
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
