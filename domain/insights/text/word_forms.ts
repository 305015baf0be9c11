import { letterTable } from "./letters/letter_table.ts";
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

const APOSTROPHES = /[’`´ʼ]/g;
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

// 100,000 reviews have few different words, some of them very often.
const MOST_KEPT = 50_000;
// A text without spaces is one long word, which would stay in memory.
const LONGEST_KEPT = 40;
const kept = new Map<string, WordForms>();
/** No word has the number 0. */
const byNumber: (WordForms | undefined)[] = [undefined];

// By their letters, so that nearly all words are found without a string of their own.
const table = letterTable(1 << 16);

/**
 * The forms of a word of a sentence.
 *
 * @param letters The code units of the sentence (UTF-16).
 * @param hash Of the word's letters, as `wordSpans` gives it.
 */
export function formsAt(
  sentence: string,
  letters: Uint16Array,
  start: number,
  end: number,
  hash: number,
): WordForms {
  return byNumber[table.find(letters, start, end, hash)] ?? formsOf(sentence.slice(start, end));
}

/** In lower case, composed, with straight apostrophes. */
export function foldedWord(written: string): string {
  const lower = written.toLowerCase();
  return PLAIN.test(lower) ? lower : lower.normalize("NFC").replace(APOSTROPHES, "'");
}

function formsOf(written: string): WordForms {
  const known = kept.get(written);
  if (known !== undefined) return known;
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
  if (!isKept) return forms;
  kept.set(written, forms);
  byNumber.push(forms);
  table.add(written, forms.number);
  return forms;
}

const strings = new Map<string, string>();

/** The one string object for equal texts and stems: maps find it without comparing characters. */
function shared(text: string, isKept: boolean): string {
  const known = strings.get(text);
  if (known !== undefined) return known;
  if (isKept) strings.set(text, text);
  return text;
}
