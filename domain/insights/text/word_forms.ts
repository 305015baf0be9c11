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

interface KeptForms {
  readonly written: string;
  readonly forms: WordForms;
}

const APOSTROPHES = /[’`´ʼ]/g;
const PLAIN = /^[\x20-\x5f\x61-\x7e]*$/;

// 100,000 reviews have few different words, some of them very often.
const MOST_KEPT = 50_000;
// A text without spaces is one long word, which would stay in memory.
const LONGEST_KEPT = 40;
const kept = new Map<string, WordForms>();
// By a hash of their letters, so that nearly all words are found without a string of their own. Of two words with one
// place the first has it: an array is faster than a map.
const PLACES = 1 << 17;
const keptByHash: (KeptForms | null)[] = Array.from({ length: PLACES }, () => null);

/**
 * The forms of the word between two offsets of a sentence.
 *
 * @param hash Of its letters, as `wordSpans` gives it.
 */
export function formsAt(sentence: string, start: number, end: number, hash: number): WordForms {
  const place = (hash ^ hash >>> 17) & PLACES - 1;
  const known = keptByHash[place] ?? null;
  if (known !== null && known.written.length === end - start && isAt(sentence, known.written, start)) {
    return known.forms;
  }
  const written = sentence.slice(start, end);
  const forms = formsOf(written);
  if (known === null && forms.number > 0) keptByHash[place] = { written, forms };
  return forms;
}

// Faster than `startsWith` for a few letters.
function isAt(sentence: string, written: string, start: number): boolean {
  for (let at = 0; at < written.length; at++) {
    if (written.charCodeAt(at) !== sentence.charCodeAt(start + at)) return false;
  }
  return true;
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
  if (isKept) kept.set(written, forms);
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
