import { foldedWord, formsAt, type WordForms } from "./word_forms.ts";
import { SPAN, wordSpans } from "./word_spans.ts";

/** A word, emoji or emoticon of a sentence. */
export interface Word extends WordForms {
  /** Offsets in the sentence, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Whether a comma, bracket, dash or similar punctuation stands between it and the word before. */
  readonly isAfterBreak: boolean;
}

const COMMA = 0x2c;
const BREAK = /[,;:()[\]\u2013\u2014\u2026.!?\n\r]| - /;

/** Whether two characters or more between words break a sentence. */
function breaks(sentence: string, from: number, to: number): boolean {
  // Most gaps are two characters: a comma or full stop, and a space.
  if (to - from === 2 && sentence.charCodeAt(from) === COMMA) return true;
  return BREAK.test(sentence.slice(from, to));
}

/** Splits a sentence into words, in order. A hyphen separates words as a space does. */
export function wordsOf(sentence: string): readonly Word[] {
  const words: Word[] = [];
  const spans = wordSpans(sentence);
  let before = 0;
  for (let place = 0; place < spans.length; place += SPAN) {
    const [start = 0, end = 0, hash = 0] = [spans[place], spans[place + 1], spans[place + 2]];
    const { number, text, stem, isCapitalised, isShouted } = formsAt(sentence, start, end, hash);
    const isAfterBreak = start - before > 1 && breaks(sentence, before, start);
    words.push({ number, text, stem, start, end, isCapitalised, isShouted, isAfterBreak });
    before = end;
  }
  return words;
}

/** The words of a term of a word list, in lower case and as they are spelt there. */
export function termWords(term: string): readonly string[] {
  return wordsOf(term).map(({ start, end }) => foldedWord(term.slice(start, end)));
}
