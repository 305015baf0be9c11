import { wordList } from "./words_of.ts";
import words from "./language_words.json" with { type: "json" };

interface ReadWords {
  readonly words: number;
  /** Words that indicate a language, each once: the indexes in {@linkcode LANGUAGES} of the languages with this word. */
  readonly found: readonly (readonly number[])[];
  /** Whether one of these words is long enough to be no name and no short word of another language. */
  readonly hasLong: boolean;
}

// Frequent words of each language that are rare in the others; those of two languages count for both.
const LANGUAGE_WORDS: Readonly<Record<string, string>> = words.languages;
// The commonest words of English reviews, without those that other languages have as well.
const COMMON_ENGLISH = wordList(words.common_english);
/** The tags of the languages (RFC 5646), English first. */
export const LANGUAGES: readonly string[] = Object.keys(LANGUAGE_WORDS);

const OF_ENGLISH = new Set(LANGUAGE_WORDS.en?.split(" "));
const SHORTEST_PLAIN = 3;
const LONG = 5;
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ø: "o", ł: "l", đ: "d", ı: "i" };
const MOST_READ = 400;
const ANY_WORD = /[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu;
/** Words that begin with a letter. Excludes those that begin with a mark, as after an emoji. */
const LETTERED_WORD = /\p{L}[\p{L}\p{M}]*(?:['’]\p{L}+)?/gu;
const KNOWN = knownWords();
const COMMON_WORDS = new Set([...COMMON_ENGLISH.union(OF_ENGLISH)].filter((word) => word !== "i"));

function knownWords(): ReadonlyMap<string, readonly number[]> {
  const known = new Map<string, readonly number[]>();
  LANGUAGES.forEach((language, place) => {
    for (const word of new Set(LANGUAGE_WORDS[language]?.split(" "))) {
      for (const spelling of new Set([word, word.replace("'", "’"), ...plainSpelling(word)])) {
        known.set(spelling, [...known.get(spelling) ?? [], place]);
      }
    }
  });
  return known;
}

/** Returns the spelling without accents, as typed on an English keyboard; none if it is English or too short. */
function plainSpelling(word: string): readonly string[] {
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").replace(/[øłđı]/g, (letter) => PLAIN_LETTERS[letter]!);
  return plain === word || plain.length < SHORTEST_PLAIN || COMMON_ENGLISH.has(plain) || OF_ENGLISH.has(plain)
    ? []
    : [plain];
}

/**
 * Reads the words at the beginning of a text, compared in lower case.
 *
 * @param most Number of characters read (UTF-16 code units of the lower-case text), at most 400.
 */
export function readWords(text: string, most: number): ReadWords {
  const words = beginningOf(text, most).match(ANY_WORD) ?? [];
  return {
    words: words.length,
    found: [...new Set(words.map(languagesOfWord))].filter((one) => one !== undefined),
    hasLong: words.some((word) => word.length >= LONG && languagesOfWord(word) !== undefined),
  };
}

/** Whether a word is a usual one of a known language, and so is hardly misspelt. In lower case. */
export function isCommonWord(word: string): boolean {
  return COMMON_WORDS.has(word) || KNOWN.has(word);
}

const ENDINGS = Object.entries(words.endings).map(([language, endings]) =>
  [new RegExp(`^\\p{L}{${LONG},}(?:${endings.replaceAll(" ", "|")})$`, "u"), [LANGUAGES.indexOf(language)]] as const
);

function languagesOfWord(word: string): readonly number[] | undefined {
  return KNOWN.get(word) ?? ENDINGS.find(([ending]) => ending.test(word))?.[1];
}

function beginningOf(text: string, most: number): string {
  const read = Math.min(most, MOST_READ);
  return text.slice(0, read).toLowerCase().slice(0, read);
}

/** Scripts of one language, and those that several share (RFC 5646 2.2.3). */
const SCRIPTS = Object.entries(words.scripts).map(([language, scripts]) =>
  [new RegExp(`[${scripts.map((script) => `\\p{Script=${script}}`).join("")}]`, "u"), language] as const
);
const OTHER_SCRIPTS = new RegExp(SCRIPTS.map(([{ source }]) => source).join("|"), "u");

/** Returns the language of the script of most words, as a tag of RFC 5646; null for Latin. */
function scriptLanguage(text: string): string | null {
  if (!OTHER_SCRIPTS.test(text)) return null;
  const words = text.match(ANY_WORD) ?? [];
  for (const [script, language] of SCRIPTS) {
    if (script.test(text) && words.filter((word) => script.test(word)).length * 2 > words.length) return language;
  }
  return null;
}

const NAMES: Readonly<Record<string, string>> = words.names;
/** Tag of English, the language that all taxonomies and the trained models read. */
export const ENGLISH = "en";
/** Letters of ASCII, punctuation of word processors and the commonest emoji. */
const PLAIN = /^[\p{ASCII}\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2600-\u27bf\ufe0f\u{1f300}-\u{1faff}]*$/u;
/** Words that identify most English texts, in text without letters beyond ASCII. */
const SURELY_ENGLISH =
  /\b(?:the|they|were|and|with|our|you|very|this|their|would|which|been|from|them|there|always|when|what|your|friendly|helpful|thank)\b/i;
const READ = 400;
/** Minimum number of words of another language; one is enough in a text of a few words. */
const LEAST = 2;
const [OPENING, SURELY] = [120, 6];
const FEW_WORDS = 4;
/**
 * Minimum words of a foreign text without common English words; then minimum words and maximum English share of one
 * with a few, which may be loans.
 */
const [WITHOUT_ENGLISH, HARDLY_ENGLISH, HARDLY] = [4, 5, 0.2];
const CLEARLY_ENGLISH = 3;
/** Tag of a language that was not recognised (RFC 5646). */
export const UNKNOWN = "und";
const ENGLISH_PLACE = 0;

/**
 * Returns the language of a review as a tag of RFC 5646: `en` unless the script or the frequent words of its beginning
 * indicate another, and `und` if they are not English. A guess from a table: good from about four words on, and `en` in
 * doubt.
 */
export function languageOf(text: string): string {
  const beginning = text.slice(0, READ);
  const isPlain = PLAIN.test(beginning);
  if (isPlain && SURELY_ENGLISH.test(beginning)) return ENGLISH;
  if (isSurelyEnglish(readWords(beginning, OPENING))) return ENGLISH;
  const foreign = isPlain ? null : scriptLanguage(beginning);
  if (foreign !== null) return foreign;
  const { words, found, hasLong } = readWords(beginning, READ);
  const english = found.filter(([place]) => place === ENGLISH_PLACE).length;
  // A few words of another language in an English text are a quotation or a greeting.
  const others = found.filter((places) => places.length > 1 || places[0] !== ENGLISH_PLACE).length;
  const isClearlyEnglish = english >= CLEARLY_ENGLISH && english > HARDLY * words;
  if (others < 2 * english) return isClearlyEnglish ? ENGLISH : englishOr(beginning);
  const counts = LANGUAGES.map(() => 0);
  for (const place of found.flat()) counts[place] = (counts[place] ?? 0) + 1;
  const most = Math.max(...counts);
  const isEnough = most >= LEAST ||
    most === 1 && english === 0 && words <= FEW_WORDS && (hasLong || words > 1 && !isPlain);
  if (!isEnough || most <= english || english * 2 > most) return isClearlyEnglish ? ENGLISH : englishOr(beginning);
  return LANGUAGES[counts.indexOf(most)] ?? ENGLISH;
}

function englishOr(text: string): string {
  const read = beginningOf(text, OPENING).match(LETTERED_WORD) ?? [];
  const [words, english] = [read.length, read.filter((word) => COMMON_WORDS.has(word.replace("’", "'"))).length];
  const isForeign = words >= WITHOUT_ENGLISH && english === 0 || words >= HARDLY_ENGLISH && english <= HARDLY * words;
  return isForeign ? UNKNOWN : ENGLISH;
}

function isSurelyEnglish({ found }: ReadWords): boolean {
  const english = found.filter(([place]) => place === ENGLISH_PLACE).length;
  return english >= SURELY && (found.length - english) * 3 <= english;
}

/** Returns the English name of a language from {@linkcode languageOf}; the tag itself for others. */
export function languageName(tag: string): string {
  return NAMES[tag] ?? tag;
}
