import {
  afterAll,
  APOSTROPHE,
  CURRENCY,
  DIGIT,
  EYES,
  kindAt,
  KINDS,
  LETTER,
  MARK,
  OTHER,
  PICTURE,
  widthAt,
} from "./letters/character_kinds.ts";
import { hashWith } from "./letters/letter_table.ts";

/** How many numbers {@linkcode wordSpans} gives for a word. */
export const SPAN = 3;

const [ZERO, THREE, NINE, MINUS, LESS, OPENED, CLOSED, CAPITAL_D] = [0x30, 0x33, 0x39, 0x2d, 0x3c, 0x28, 0x29, 0x44];

/** Where the words of a sentence are. Valid until the next call. */
export interface WordSpans {
  /** Begin and end of each word in turn, in UTF-16 code units, and after both a hash of its letters. */
  readonly spans: Int32Array;
  readonly length: number;
  /** The code units of the sentence, and what is left of longer ones. */
  readonly letters: Uint16Array;
}

// One for all sentences: arrays for each were a tenth of the garbage of the analysis.
const scratch = { spans: new Int32Array(SPAN * 1024), length: 0, letters: new Uint16Array(4 * 1024) };

/**
 * Finds each word, emoji or emoticon of a sentence in turn: letters, marks and digits of any script with apostrophes
 * between letters. An amount keeps the sign of its currency: "$40".
 */
export function wordSpans(sentence: string): WordSpans {
  const { length } = sentence;
  if (length > scratch.letters.length) scratch.letters = new Uint16Array(2 * length);
  if (SPAN * length > scratch.spans.length) scratch.spans = new Int32Array(2 * SPAN * length);
  const { letters, spans } = scratch;
  // Read once: what a part of a text has at a place takes several steps to find.
  for (let at = 0; at < length; at++) letters[at] = sentence.charCodeAt(at);
  let found = 0;
  for (let at = 0; at < length;) {
    const kind = KINDS[letters[at] ?? 0] ?? OTHER;
    if (kind === OTHER) {
      at++;
      continue;
    }
    const end = kind === LETTER ? wordEnd(letters, at + 1, length) : endAt(letters, at, length);
    if (end === at) {
      at += widthAt(letters, at, length);
      continue;
    }
    let hash = 0;
    spans[found++] = at;
    spans[found++] = end;
    for (; at < end; at++) hash = hashWith(hash, letters[at] ?? 0);
    spans[found++] = hash;
  }
  scratch.length = found;
  return scratch;
}

/** The end of what begins with anything but a common letter; the same place if nothing does. */
function endAt(letters: Uint16Array, at: number, length: number): number {
  const kind = kindAt(letters, at, length);
  if (kind <= DIGIT) return wordEnd(letters, at, length);
  if (kind === CURRENCY) {
    const next = codeAt(letters, at + 1, length);
    return next >= ZERO && next <= NINE ? wordEnd(letters, at + 1, length) : at;
  }
  return kind === EYES ? emoticonEnd(letters, at, length) : kind === PICTURE ? at + widthAt(letters, at, length) : at;
}

/** Letters, marks and digits, then apostrophes that have letters or marks behind them. */
function wordEnd(letters: Uint16Array, start: number, length: number): number {
  let at = afterAll(letters, start, length, DIGIT);
  while (kindAt(letters, at, length) === APOSTROPHE && kindAt(letters, at + 1, length) <= MARK) {
    at = afterAll(letters, at + 1, length, MARK);
  }
  return at;
}

/** The end of "<3", ":-)" and the like, no letter or digit after the latter; the same place if there is none. */
function emoticonEnd(letters: Uint16Array, start: number, length: number): number {
  const next = codeAt(letters, start + 1, length);
  if (letters[start] === LESS) return next === THREE ? start + 2 : start;
  const mouth = next === MINUS ? start + 2 : start + 1;
  const code = codeAt(letters, mouth, length);
  if (code !== OPENED && code !== CLOSED && code !== CAPITAL_D) return start;
  const after = kindAt(letters, mouth + 1, length);
  return after === LETTER || after === DIGIT ? start : mouth + 1;
}

function codeAt(letters: Uint16Array, at: number, length: number): number {
  return at < length ? letters[at] ?? 0 : 0;
}
