import { afterAll, kindAt, LETTER, MARK, smallLetter, widthAt } from "../letters/character_kinds.ts";
import { hashWith, type LetterTable, letterTable } from "../letters/letter_table.ts";
import { COMMON_ENGLISH } from "./common_english.ts";
import { LANGUAGE_WORDS } from "./language_words.ts";

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

/** The tags of the languages (RFC 5646), English first. */
export const LANGUAGES: readonly string[] = Object.keys(LANGUAGE_WORDS);

const OF_ENGLISH = new Set(LANGUAGE_WORDS.en?.split(" "));
const SHORTEST_PLAIN = 3;
const MOST_READ = 400;
/** A letter has at most three small ones, as has the capital i with a dot. */
const letters = new Uint16Array(MOST_READ + 3);
const [STRAIGHT, CURLY] = ["'".charCodeAt(0), "’".charCodeAt(0)];

const table = letterTable(1 << 12);
/** No word has the number 0. */
const byNumber: (KnownWord | undefined)[] = [undefined];
for (const [word, known] of knownWords()) {
  if (!table.add(word, byNumber.length)) throw new Error(`The table of words has no place for "${word}".`);
  byNumber.push(known);
}
/** The common words of English: looked up in a set, each word of a text would be made a string first. */
const englishTable = letterTable(1 << 14);
for (const word of COMMON_ENGLISH.union(OF_ENGLISH)) {
  // A word of many languages.
  if (word === "i") continue;
  for (const spelling of new Set([word, word.replace("'", "’")])) {
    if (!englishTable.add(spelling, 1)) throw new Error(`The table of English has no place for "${spelling}".`);
  }
}
/** The number of the text in which each word was seen last. */
const seenIn = new Uint32Array(byNumber.length);
let texts = 0;

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
 * The words at the beginning of a text, compared in lower case. Makes no string for any of them.
 *
 * @param most How many letters are read, in UTF-16 code units of the text in lower case; 400 at most.
 */
export function readWords(text: string, most: number): ReadWords {
  const length = Math.min(most, readSmall(text, most));
  const found: KnownWord[] = [];
  let words = 0;
  texts++;
  for (let at = 0; at < length;) {
    const start = at;
    at = endOfWord(start, length);
    if (at === start) {
      at += widthAt(letters, at, length);
      continue;
    }
    words++;
    const number = numberIn(table, start, at);
    const known = byNumber[number];
    if (known === undefined || seenIn[number] === texts) continue;
    seenIn[number] = texts;
    found.push(known);
  }
  return { words, found };
}

/**
 * How many words the beginning of a text has and how many of these are common ones of English, compared in lower case.
 *
 * @param most As in {@linkcode readWords}.
 */
export function countEnglish(text: string, most: number): { readonly words: number; readonly english: number } {
  const length = Math.min(most, readSmall(text, most));
  let [words, english] = [0, 0];
  for (let at = 0; at < length;) {
    const start = at;
    // A mark behind an emoji is no word.
    at = kindAt(letters, start, length) === LETTER ? endOfWord(start, length) : start;
    if (at === start) {
      at += widthAt(letters, at, length);
      continue;
    }
    words++;
    if (numberIn(englishTable, start, at) !== 0) english++;
  }
  return { words, english };
}

function numberIn(table: LetterTable, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at++) hash = hashWith(hash, letters[at] ?? 0);
  return table.find(letters, start, end, hash);
}

/** Reads the small letters of a text, at least so many if it has them, and returns how many were read. */
function readSmall(text: string, most: number): number {
  let length = 0;
  for (let at = 0; at < text.length && length < most; at++) {
    const small = smallLetter(text.charCodeAt(at));
    if (small !== 0) letters[length++] = small;
    else for (const unit of text.charAt(at).toLowerCase().split("")) letters[length++] = unit.charCodeAt(0);
  }
  return length;
}

/** Letters and marks, and letters behind one apostrophe. */
function endOfWord(start: number, length: number): number {
  const end = afterAll(letters, start, length, MARK);
  const isJoined = end > start && end < length && (letters[end] === STRAIGHT || letters[end] === CURLY);
  return isJoined && kindAt(letters, end + 1, length) === LETTER ? afterAll(letters, end + 1, length, LETTER) : end;
}
