import { respelt } from "./spelling.ts";

// Words whose ending is part of their meaning: "the setting" is a noun, not a form of "set".
const WHOLE = new Set(
  ("building ceiling dressing evening filling inviting lighting offering painting parked parking seasoned seated seating serving " +
    "setting smoked theme themed topping wedding").split(" "),
);

/**
 * Removes the commonest English endings, so that "prices", "priced" and "pricing" are equal. Only for comparison: the
 * result need not be a word.
 */
export function stemWord(word: string): string {
  let singular = word.endsWith("'s") ? word.slice(0, -2) : word;
  if (singular.length < 4) return singular;
  if (singular.endsWith("ies")) singular = singular.slice(0, -3) + "y";
  else if (singular.endsWith("s") && !singular.endsWith("ss") && !singular.endsWith("us")) {
    singular = singular.slice(0, -1);
  }
  const stem = withoutEnding(singular);
  return stem.length < singular.length && WHOLE.has(singular) ? singular : stem;
}

function withoutEnding(word: string): string {
  let stem = word;
  if (stem.endsWith("ing") && stem.length > 6) stem = undoubled(stem.slice(0, -3));
  else if (stem.endsWith("ied") && stem.length > 4) stem = stem.slice(0, -3) + "y";
  else if (stem.endsWith("ed") && stem.length > 5) stem = undoubled(stem.slice(0, -2));
  return stem.endsWith("e") && stem.length > 4 ? stem.slice(0, -1) : stem;
}

function undoubled(stem: string): string {
  const last = stem.at(-1);
  return last === stem.at(-2) && last !== undefined && !"lsz".includes(last) ? stem.slice(0, -1) : stem;
}

/** The forms of a word used in comparisons, independent of its position. */
export interface WordForms {
  /** Text in lower case, composed (NFC), with straight apostrophes; common misspellings of opinion words corrected. */
  readonly text: string;
  /** `text` without its ending (see `stemWord`). */
  readonly stem: string;
  /** Whether it has at least three characters and is all in capitals. */
  readonly isShouted: boolean;
  readonly isCapitalised: boolean;
}

/** A word, emoji or emoticon of a sentence. */
export interface Word extends WordForms {
  /** Offsets in the sentence, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Whether a comma, bracket, dash or similar punctuation stands between it and the word before. */
  readonly isAfterBreak: boolean;
}

/**
 * Letters, marks and digits of any script with apostrophes between letters, an emoticon or an emoji. An amount includes
 * its currency sign: "$40".
 */
const WORD =
  /(?:[$£€](?=[0-9]))?[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’`´][\p{L}\p{M}]+)*|<3|[:;=]-?[()D](?![\p{L}\p{N}])|\p{Extended_Pictographic}/gu;
const BREAK = /[,;:()[\]\u2013\u2014\u2026.!?\n\r]| - /;
const APOSTROPHES = /[’`´ʼ]/g;
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

// Maximum number of cached words. 100,000 reviews have few different words, some of them very often.
const MOST_KEPT = 50_000;
// Maximum length of a cached word, in characters. A text without spaces is one long word, which would stay in memory.
const LONGEST_KEPT = 40;
const kept = new Map<string, WordForms>();

/** Splits a sentence into words, in order. A hyphen separates words as a space does. */
export function wordsOf(sentence: string): readonly Word[] {
  const words: Word[] = [];
  let before = 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(sentence); match !== null; match = WORD.exec(sentence)) {
    const { 0: written, index: start } = match;
    const { text, stem, isCapitalised, isShouted } = kept.get(written) ?? formsOf(written);
    const isAfterBreak = start - before > 1 && BREAK.test(sentence.slice(before, start));
    before = start + written.length;
    words.push({ text, stem, start, end: before, isCapitalised, isShouted, isAfterBreak });
  }
  return words;
}

function formsOf(written: string): WordForms {
  const text = respelt(foldedWord(written));
  const isCapitalised = written[0] !== written.toLowerCase()[0];
  const forms = {
    text,
    stem: stemWord(text),
    isCapitalised,
    isShouted: isCapitalised && written.length > 2 && written === written.toUpperCase(),
  };
  if (kept.size < MOST_KEPT && written.length <= LONGEST_KEPT) kept.set(written, forms);
  return forms;
}

const ELISION = /(?<![\p{L}\p{M}])([cdjlmnst]|qu)['’](?=\p{L})/giu;

/** Returns a French text with elided words apart, each character at its place: "l'hôtel" becomes "l hôtel". */
export function withoutElisions(text: string): string {
  return text.replace(ELISION, "$1 ");
}

/** Returns a word in lower case, composed, with straight apostrophes. */
export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFC").replace(APOSTROPHES, "'");
}

/** Returns the text of the word at an index; empty if there is none. */
export function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

/** Returns the words of a term of a word list, in lower case and otherwise as spelt there. */
export function termWords(term: string): readonly string[] {
  return wordsOf(term).map(({ start, end }) => foldedWord(term.slice(start, end)));
}

/** Returns the words of a list written as one text, such as "two three four". */
export function wordList(words: string): ReadonlySet<string> {
  return new Set(words.split(" "));
}

/**
 * Caches a function per spelling: 100,000 reviews have five million words and a few thousand spellings.
 *
 * @param answer Depends on `text` and `stem` alone.
 */
export function wordMemo<Answer>(answer: (word: Word) => Answer): (word: Word) => Answer {
  const answers = new Map<string, Answer>();
  return (word) => {
    const known = answers.get(word.text);
    if (known !== undefined) return known;
    const fresh = answer(word);
    if (answers.size < MOST_KEPT && word.text.length <= LONGEST_KEPT) answers.set(word.text, fresh);
    return fresh;
  };
}
