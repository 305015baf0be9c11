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

const BREAKS = ",;:()[]\u2013\u2014\u2026.!?\n\r";
const isBreak = Uint8Array.from({ length: 0x2027 }, (_, code) => Number(BREAKS.includes(String.fromCharCode(code))));
const [SPACE, MINUS] = [0x20, 0x2d];

/** Whether the characters between two words break a sentence: punctuation, or a minus between spaces. */
function breaks(letters: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const code = letters[at] ?? 0;
    if (isBreak[code] === 1) return true;
    if (code === MINUS && at > from && at + 1 < to && letters[at - 1] === SPACE && letters[at + 1] === SPACE) {
      return true;
    }
  }
  return false;
}

/** Splits a sentence into words, in order. A hyphen separates words as a space does. */
export function wordsOf(sentence: string): readonly Word[] {
  const words: Word[] = [];
  const { spans, length, letters } = wordSpans(sentence);
  let before = 0;
  for (let place = 0; place < length; place += SPAN) {
    const start = spans[place] ?? 0;
    const end = spans[place + 1] ?? 0;
    const hash = spans[place + 2] ?? 0;
    const { number, text, stem, isCapitalised, isShouted } = formsAt(sentence, letters, start, end, hash);
    const isAfterBreak = start - before > 1 && breaks(letters, before, start);
    words.push({ number, text, stem, start, end, isCapitalised, isShouted, isAfterBreak });
    before = end;
  }
  return words;
}

/** The text of the word at a place; empty where there is none. */
export function textAt(words: readonly Word[], at: number): string {
  return words[at]?.text ?? "";
}

/** The words of a term of a word list, in lower case and as they are spelt there. */
export function termWords(term: string): readonly string[] {
  return wordsOf(term).map(({ start, end }) => foldedWord(term.slice(start, end)));
}
