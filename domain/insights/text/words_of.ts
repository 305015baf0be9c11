import { respelt } from "./spelling.ts";
import { stemWord } from "./stem_word.ts";

/** What a word is compared by, whatever its place. */
export interface WordForms {
  /** The same number for the same spelling, from 1 on without gaps; 0 for a word that has none of its own. */
  readonly number: number;
  /** In lower case, composed (NFC), with straight apostrophes; an opinion's common misspellings put right. */
  readonly text: string;
  /** `text` without its ending (see `stemWord`). */
  readonly stem: string;
  /** Whether it has at least three characters and is all in capitals. */
  readonly isShouted: boolean;
  /** Whether its first letter is a capital. */
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
 * Letters, marks and digits of any script with apostrophes between letters, an emoticon or an emoji. An amount keeps the
 * sign of its currency: "$40".
 */
const WORD =
  /(?:[$£€](?=[0-9]))?[\p{L}\p{M}\p{N}]+(?:['’`´][\p{L}\p{M}]+)*|<3|[:;=]-?[()D](?![\p{L}\p{N}])|\p{Extended_Pictographic}/gu;
const BREAK = /[,;:()[\]\u2013\u2014\u2026.!?\n\r]| - /;
const APOSTROPHES = /[’`´ʼ]/g;
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

// 100,000 reviews have few different words, some of them very often.
const MOST_KEPT = 50_000;
// A text without spaces is one long word, which would stay in memory.
const LONGEST_KEPT = 40;
const kept = new Map<string, WordForms>();

/** Splits a sentence into words, in order. A hyphen separates words as a space does. */
export function wordsOf(sentence: string): readonly Word[] {
  const words: Word[] = [];
  let before = 0;
  WORD.lastIndex = 0;
  for (let match = WORD.exec(sentence); match !== null; match = WORD.exec(sentence)) {
    const { 0: written, index: start } = match;
    const { number, text, stem, isCapitalised, isShouted } = kept.get(written) ?? formsOf(written);
    const isAfterBreak = start - before > 1 && BREAK.test(sentence.slice(before, start));
    before = start + written.length;
    words.push({ number, text, stem, start, end: before, isCapitalised, isShouted, isAfterBreak });
  }
  return words;
}

function formsOf(written: string): WordForms {
  const isKept = kept.size < MOST_KEPT && written.length <= LONGEST_KEPT;
  const text = shared(respelt(foldedWord(written)), isKept);
  const isCapitalised = written[0] !== written.toLowerCase()[0];
  const forms = {
    number: isKept ? kept.size + 1 : 0,
    text,
    stem: shared(stemWord(text), isKept),
    isCapitalised,
    isShouted: isCapitalised && written.length > 2 && written === written.toUpperCase(),
  };
  if (isKept) kept.set(written, forms);
  return forms;
}

const strings = new Map<string, string>();

/** The one string object for equal texts and stems: sets find it without comparing letters. */
function shared(text: string, isKept: boolean): string {
  const known = strings.get(text);
  if (known === undefined && isKept) strings.set(text, text);
  return known ?? text;
}

/** In lower case, composed, with straight apostrophes. */
export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFC").replace(APOSTROPHES, "'");
}

/** The text of the word at a place; empty where there is none. */
export function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

/** The words of a term of a word list, in lower case and as they are spelt there. */
export function termWords(term: string): readonly string[] {
  return wordsOf(term).map(({ start, end }) => foldedWord(term.slice(start, end)));
}
