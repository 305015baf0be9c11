import { translator } from "../../cli/command/owner_language.ts";
import type { MappedField } from "../../cli/import/formats/import_format.ts";
import { isTimeZone } from "../../domain/page_settings.ts";
import { counted, formatsOf } from "../../routes/pages/frame/formats.ts";
import { filled, type PageWords, readerLocale } from "../../routes/pages/language/page_language.ts";
import type { PageLanguage } from "../../routes/request/page_address.ts";
import english from "./english.json" with { type: "json" };
import french from "./french.json" with { type: "json" };
import german from "./german.json" with { type: "json" };
import spanish from "./spanish.json" with { type: "json" };

/**
 * Texts of this program in one language, in the order in which the owner meets them. Names in braces are filled in.
 * Words that public pages have too, such as those of the search, stand in `routes/pages/language/`.
 */
type AdminWords = typeof english;

const ADMIN_WORDS: Readonly<Record<PageLanguage, AdminWords>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
};

/** The words of this program and of the public pages; of two with one name that of this program. */
export type Words = PageWords & AdminWords;

/** Words of public pages for what a column may hold. */
const PUBLIC = {
  ...{ author: "name", rating: "stars", text: "filter_has_text", photos: "filter_has_photos" },
  ...{ source: "filter_source", source_url: "address" },
} as const satisfies Readonly<Partial<Record<MappedField, keyof PageWords>>>;

function isPublic(field: string): field is keyof typeof PUBLIC {
  return Object.hasOwn(PUBLIC, field);
}

/** What may become of reviews. */
type Count = "added" | "changed" | "removed" | "hidden" | "restored" | "same" | "without_number" | "left_out";

/** The locale of an owner: the language that public pages would choose, and the time zone that the script names. */
export function localeFor(headers: Headers): OwnerLocale {
  const [, zone] = /(?:^|; )zone=([\w+/-]+)/.exec(headers.get("cookie") ?? "") ?? [];
  return ownerLocale(readerLocale(headers.get("accept-language")), isTimeZone(zone ?? "") ? zone : undefined);
}

/**
 * Formats and words of a locale.
 *
 * @param tag BCP 47, as of `readerLocale`.
 * @param timeZone That of this computer by default.
 */
export function ownerLocale(tag: string, timeZone?: string) {
  const formats = formatsOf(tag);
  const words: Words = { ...formats.words, ...ADMIN_WORDS[formats.language] };
  const times = new Intl.DateTimeFormat(formats.locale, { dateStyle: "medium", timeStyle: "short", timeZone });
  const meaning = (field: MappedField | "none" = "none") =>
    isPublic(field) ? words[PUBLIC[field]] : words[`meaning_${field}`];
  return {
    formats,
    words,
    /** Fills the names in braces of a text. */
    say: (name: keyof Words, fillings: Readonly<Record<string, string | number>>) => {
      const shown = Object.entries(fillings).map(([key, value]) =>
        [key, typeof value === "number" ? formats.number(value, 2) : value] as const
      );
      return filled(words[name], Object.fromEntries(shown));
    },
    /** A sentence of a command in the owner's language; null for a text that is English alone. */
    translated: translator(formats),
    /** What a column may hold, in a word or two; without a field that it is not used. */
    meaning,
    /** A count of reviews with its noun. */
    reviews: (count: number) => counted(formats, count, "review"),
    /** What the last word of a command did; undefined for an unknown one. */
    verb: (name: string) => (words as Readonly<Record<string, string>>)[`verb_${name}`],
    /** A count of reviews with what became of them: "3 new". */
    count: (what: Count, count: number) => `${formats.number(count)} ${words[`count_${what}`]}`,
    /** An average with two decimals. */
    average: (stars: number | null) => stars === null ? "–" : formats.alignedStars(stars),
    /** A time (RFC 3339) in the owner's words and time zone. */
    time: (at: string) => times.format(new Date(at)),
  };
}

/** Formats and words for one owner. */
export type OwnerLocale = ReturnType<typeof ownerLocale>;
