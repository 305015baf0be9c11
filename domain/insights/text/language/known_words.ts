import { wordList } from "../word_list.ts";
import words from "./language_words.json" with { type: "json" };

/** A word that shows one language or several. */
export interface KnownWord {
  /** The languages that have it, by their place in {@linkcode LANGUAGES}. */
  readonly places: readonly number[];
}

/** What was found in a text. */
export interface ReadWords {
  /** How many words it has. */
  readonly words: number;
  /** Those that show a language, each once. */
  readonly found: readonly KnownWord[];
}

/**
 * Frequent words of each language that are rare in the others; those of two languages count for both. English is the
 * first.
 */
export const LANGUAGE_WORDS: Readonly<Record<string, string>> = words.languages;
/** The commonest words of English reviews, without those that other languages have as well. */
export const COMMON_ENGLISH: ReadonlySet<string> = wordList(words.common_english);
/** The tags of the languages (RFC 5646), English first. */
export const LANGUAGES: readonly string[] = Object.keys(LANGUAGE_WORDS);

const OF_ENGLISH = new Set(LANGUAGE_WORDS.en?.split(" "));
const SHORTEST_PLAIN = 3;
const MOST_READ = 400;
const WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
/** The same without what begins with a mark, as behind an emoji. */
const LETTERED_WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;
const KNOWN = knownWords();
/** The common words of English, without one that many languages have. */
const ENGLISH = new Set([...COMMON_ENGLISH.union(OF_ENGLISH)].filter((word) => word !== "i"));

function knownWords(): ReadonlyMap<string, KnownWord> {
  const known = new Map<string, KnownWord>();
  LANGUAGES.forEach((language, place) => {
    for (const word of new Set(LANGUAGE_WORDS[language]?.split(" "))) {
      for (const spelling of new Set([word, word.replace("'", "’"), ...plainSpelling(word)])) {
        known.set(spelling, { places: [...known.get(spelling)?.places ?? [], place] });
      }
    }
  });
  return known;
}

/** As it is typed where a keyboard has no accents; none that is English, or too short to tell. */
function plainSpelling(word: string): readonly string[] {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll(
    "đ",
    "d",
  )
    .replaceAll("ı", "i");
  return plain === word || plain.length < SHORTEST_PLAIN || COMMON_ENGLISH.has(plain) || OF_ENGLISH.has(plain)
    ? []
    : [plain];
}

/**
 * The words at the beginning of a text, compared in lower case.
 *
 * @param most How many letters are read, in UTF-16 code units of the text in lower case; 400 at most.
 */
export function readWords(text: string, most: number): ReadWords {
  const words = beginningOf(text, most).match(WORD) ?? [];
  return {
    words: words.length,
    found: [...new Set(words.map((word) => KNOWN.get(word)))].filter((one) => one !== undefined),
  };
}

/**
 * How many words the beginning of a text has and how many of these are common ones of English, compared in lower case.
 *
 * @param most As in {@linkcode readWords}.
 */
export function countEnglish(text: string, most: number): { readonly words: number; readonly english: number } {
  const words = beginningOf(text, most).match(LETTERED_WORD) ?? [];
  return { words: words.length, english: words.filter((word) => ENGLISH.has(word.replace("’", "'"))).length };
}

function beginningOf(text: string, most: number): string {
  const read = Math.min(most, MOST_READ);
  return text.slice(0, read).toLowerCase().slice(0, read);
}
