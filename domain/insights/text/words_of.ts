import { respelt } from "./spelling.ts";
import { stemWord } from "./stem_word.ts";

/** A word, emoji or emoticon of a sentence. */
export interface Word {
  /** In lower case, composed (NFC), with straight apostrophes; an opinion's common misspellings put right. */
  readonly text: string;
  /** `text` without its ending (see `stemWord`). */
  readonly stem: string;
  /** Offsets in the sentence, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Whether it has at least three characters and is all in capitals. */
  readonly isShouted: boolean;
  /** Whether its first letter is a capital. */
  readonly isCapitalised: boolean;
  /** Whether a comma, bracket, dash or similar punctuation stands between it and the word before. */
  readonly isAfterBreak: boolean;
}

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’`´ʼ][\p{L}\p{M}]+)*|<3|[:;=]-?[()D](?![\p{L}\p{N}])|\p{Extended_Pictographic}/gu;
const BREAK = /[,;:()[\]\u2013\u2014\u2026.!?\n\r]| - /;
const APOSTROPHES = /[’`´ʼ]/g;
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

/** Splits a sentence into words, in order. A hyphen separates words as a space does. */
export function wordsOf(sentence: string): readonly Word[] {
  const words: Word[] = [];
  let before = 0;
  for (const match of sentence.matchAll(WORD)) {
    const [written] = match;
    const start = match.index;
    const { text, stem, isCapitalised, isShouted } = formsOf(written);
    words.push({
      text,
      stem,
      start,
      end: start + written.length,
      isCapitalised,
      isShouted,
      isAfterBreak: start - before > 1 && BREAK.test(sentence.slice(before, start)),
    });
    before = start + written.length;
  }
  return words;
}

/** The words of a term of a word list, in lower case and as they are spelt there. */
export function termWords(term: string): readonly string[] {
  return wordsOf(term).map(({ start, end }) => folded(term.slice(start, end).toLowerCase()));
}

type Forms = Pick<Word, "text" | "stem" | "isCapitalised" | "isShouted">;

// 100,000 reviews have few different words, some of them very often. Sharing also makes equal words the same string
// object, which maps find without comparing characters.
const MOST_KEPT = 50_000;
const kept = new Map<string, Forms>();

function formsOf(written: string): Forms {
  const known = kept.get(written);
  if (known !== undefined) return known;
  const lower = written.toLowerCase();
  const text = respelt(folded(lower));
  const isCapitalised = written[0] !== lower[0];
  const forms = {
    text,
    stem: stemWord(text),
    isCapitalised,
    isShouted: isCapitalised && written.length > 2 && written === written.toUpperCase(),
  };
  // A text without spaces is one long word, which would stay in memory.
  if (kept.size < MOST_KEPT && written.length <= 40) kept.set(written, forms);
  return forms;
}

function folded(lower: string): string {
  return PLAIN.test(lower) ? lower : lower.normalize("NFC").replace(APOSTROPHES, "'");
}
