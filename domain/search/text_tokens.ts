/** A piece of a folded text: a run of letters, or one other code unit. */
export interface TextToken {
  readonly text: string;
  /** Whether the token may go on at either side: true for letters, false for other code units. */
  readonly grows: boolean;
  /** How many spaces stand before it. */
  readonly spaces: number;
}

const SPACE = 0x20;

// First and last code unit of each range. Letters are the scripts that put spaces between words,
// with digits, combining marks and apostrophes. Left out, and so tokens of one code unit each:
// control characters, punctuation, symbols, surrogates (emoji), and the scripts without spaces
// (Thai to Myanmar, Khmer, kana, Han), whose sentences would otherwise become words of their own,
// each as long as the text.
const LETTERS = [
  "''",
  "09",
  "az",
  "\u00c0\u0dff", // Latin to Sinhala, with the combining marks
  "\u10a0\u177f", // Georgian, Hangul parts, Ethiopic, Canadian syllabics, Philippine scripts
  "\u1800\u1fff", // Mongolian to Greek with accents
  "\u2019\u2019", // the apostrophe of phone keyboards
  "\u2c00\u2dff", // Glagolitic to Cyrillic with titlo
  "\ua000\ud7ff", // Yi to Hangul
];

// By code unit, not by character: lone surrogates and halves of pairs are plain tokens.
const IS_LETTER = new Uint8Array(0x10000);
for (const range of LETTERS) IS_LETTER.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);

/**
 * Cuts a folded text into tokens. Spaces (U+0020) are no tokens; every other code unit is in one.
 *
 * The search rests on this: whether a cut stands between two neighbouring code units depends on
 * these two alone (no cut where both are letters or both are spaces, a cut everywhere else). So
 * wherever a text contains a query, the text is cut there exactly as the query is, except that the
 * first and the last token of the query may go on in the text. Hence a text contains a query of
 * - one token, if and only if one of its tokens contains that token;
 * - two tokens, if and only if it has two neighbouring tokens with the same spaces between them,
 *   the first ending with the first one of the query, the second beginning with the other one;
 * - more tokens, only if all this holds of each neighbouring two (inner tokens being whole).
 * Spaces at the ends of a query are in no token: such a query has to be compared in full.
 */
export function cutTokens(folded: string): TextToken[] {
  const tokens: TextToken[] = [];
  let end = 0;
  for (let start = tokenStart(folded, 0); start < folded.length; start = tokenStart(folded, end)) {
    const spaces = start - end;
    end = tokenEnd(folded, start);
    tokens.push({ text: folded.slice(start, end), grows: isLetter(folded, start), spaces });
  }
  return tokens;
}

/** Where the next token starts, from the end of another one (or 0) on; the length if there is none. */
export function tokenStart(folded: string, from: number): number {
  let start = from;
  while (start < folded.length && folded.charCodeAt(start) === SPACE) start++;
  return start;
}

/** Where the token ends that starts here. */
export function tokenEnd(folded: string, start: number): number {
  let end = start + 1;
  if (!isLetter(folded, start)) return end;
  while (end < folded.length && isLetter(folded, end)) end++;
  return end;
}

function isLetter(text: string, at: number): boolean {
  return IS_LETTER[text.charCodeAt(at)] === 1;
}
