import { MAPPED_FIELDS, type MappedField } from "../../cli/import/formats/import_format.ts";
import { counted, type Formats, formatsOf } from "../../routes/pages/frame/formats.ts";
import { filled, type PageWords, readerLocale } from "../../routes/pages/language/page_language.ts";
import type { PageLanguage } from "../../routes/request/page_address.ts";
import english from "./english.json" with { type: "json" };
import french from "./french.json" with { type: "json" };
import german from "./german.json" with { type: "json" };
import { translator, TWO_DECIMALS } from "./sentences.ts";
import spanish from "./spanish.json" with { type: "json" };

/**
 * Texts of this program in one language, in the order in which the owner meets them. Names in braces are filled in. Words
 * that public pages have too, such as those of the search, stand in `routes/pages/language/`.
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

/** What may become of reviews. */
type Count = "added" | "changed" | "removed" | "hidden" | "restored" | "same" | "left_out";

/** Formats and words for one owner. */
export interface Talk {
  readonly formats: Formats;
  readonly words: Words;
  /** Fills the names in braces of a text. */
  readonly say: (
    name: keyof Words,
    fillings?: Readonly<Record<string, string | number>>,
  ) => string;
  /** Translates sentences of commands; null if the language lacks one of them. */
  readonly translated: (english: string) => string | null;
  /** What a column may hold, in a word or two; without a field that it is not used. */
  readonly meaning: (field?: MappedField) => string;
  /** A count of reviews with its noun. */
  readonly reviews: (count: number) => string;
  /** What the last word of a command did; undefined for an unknown one. */
  readonly verb: (name: string) => string | undefined;
  /** A count of reviews with what became of them: "3 new". */
  readonly count: (what: Count, count: number) => string;
  /** An average with two decimals. */
  readonly average: (stars: number | null) => string;
  /** A time (RFC 3339) in the owner's words and the time zone of this computer. */
  readonly time: (at: string) => string;
}

/** Chooses the language as public pages do. */
export function talkFor(headers: Headers): Talk {
  const formats = formatsOf(
    readerLocale(headers.get("accept-language")),
  );
  const words = { ...formats.words, ...ADMIN_WORDS[formats.language] };
  const times = new Intl.DateTimeFormat(formats.locale, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  const decimals = new Intl.NumberFormat(formats.locale, TWO_DECIMALS);
  const meaning = (field?: MappedField) => words[`meaning_${field ?? "none"}`];
  const shown = (value: string | number) => typeof value === "number" ? formats.number(value, 2) : value;
  return {
    formats,
    words,
    say: (name, fillings = {}) =>
      filled(
        words[name],
        Object.fromEntries(
          Object.entries(fillings).map(([key, value]) => [key, shown(value)]),
        ),
      ),
    translated: translator(formats, new Map(MAPPED_FIELDS.map((field) => [field, meaning(field)]))),
    meaning,
    reviews: (count) => counted(formats, count, "review"),
    verb: (name) => (words as Readonly<Record<string, string>>)[`verb_${name}`],
    count: (what, count) => `${formats.number(count)} ${words[`count_${what}`]}`,
    average: (stars) => stars === null ? "–" : decimals.format(stars),
    time: (at) => times.format(new Date(at)),
  };
}
