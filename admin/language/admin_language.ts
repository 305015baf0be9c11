import type { MappedField } from "../../cli/import/formats/import_format.ts";
import englishSentences from "../../domain/sentences/english.json" with { type: "json" };
import frenchSentences from "../../domain/sentences/french.json" with { type: "json" };
import germanSentences from "../../domain/sentences/german.json" with { type: "json" };
import spanishSentences from "../../domain/sentences/spanish.json" with { type: "json" };
import { filledSentence, type Sentence, type SentenceText, type Text } from "../../domain/sentences/sentence.ts";
import { counted, type Formats, formatsOf } from "../../routes/pages/frame/formats.ts";
import { filled, type PageWords, readerLocale } from "../../routes/pages/language/page_language.ts";
import type { PageLanguage } from "../../routes/request/page_address.ts";
import english from "./english.json" with { type: "json" };
import french from "./french.json" with { type: "json" };
import german from "./german.json" with { type: "json" };
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
type Count = "added" | "changed" | "removed" | "hidden" | "restored" | "same" | "without_number" | "left_out";

/** Sentences as an owner reads them. In English they are those of the terminal, but where these name options and files. */
const CATALOGUES: Readonly<Record<Exclude<PageLanguage, "en">, Readonly<Record<SentenceText, string>>>> & {
  readonly en: Readonly<Partial<Record<SentenceText, string>>>;
} = { en: englishSentences, de: germanSentences, es: spanishSentences, fr: frenchSentences };

/** Returns a function that shows a sentence in the owner's language; null for a text in English alone. */
function translator(formats: Formats): (text: Text) => string | null {
  const { language, number, alignedStars: stars, day, plural } = formats;
  const catalogue: Readonly<Record<string, string>> = CATALOGUES[language];
  const forms = { number, stars, day, isOne: (count: number) => plural(count) === "one" };
  // A sentence that a store has kept may be of another version of the program.
  const shown = ({ text, parts }: Sentence): string => filledSentence(catalogue[text] ?? text, parts, forms, shown);
  return (text) => typeof text !== "string" ? shown(text) : language === "en" ? text : null;
}

/** Formats and words for one owner, in the language that public pages would choose. */
export function talkFor(headers: Headers) {
  const formats = formatsOf(readerLocale(headers.get("accept-language")));
  const words: Words = { ...formats.words, ...ADMIN_WORDS[formats.language] };
  const times = new Intl.DateTimeFormat(formats.locale, { dateStyle: "medium", timeStyle: "short" });
  const meaning = (field?: MappedField) => words[`meaning_${field ?? "none"}`];
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
    /** A time (RFC 3339) in the owner's words and the time zone of this computer. */
    time: (at: string) => times.format(new Date(at)),
  };
}

/** Formats and words for one owner. */
export type Talk = ReturnType<typeof talkFor>;
