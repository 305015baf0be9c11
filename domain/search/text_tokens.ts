/** A part of a folded text: a run of letters, or one other code unit. */
export interface TextToken {
  readonly text: string;
  /** Whether the token may continue on either side: true for letters, false for other code units. */
  readonly grows: boolean;
  /** Number of spaces before it. */
  readonly spaces: number;
}

const SPACE = 0x20;

// First and last code unit of each range: the letters of scripts that separate words by spaces, with digits, combining
// marks and apostrophes. Everything else is a token of one code unit: control characters, punctuation, symbols,
// surrogates (emoji), and scripts without spaces (Thai to Myanmar, Khmer, kana, Han), in which whole sentences would
// otherwise become single tokens.
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

// By code unit, so lone surrogates and halves of pairs need no special case.
const IS_LETTER = new Uint8Array(0x10000);
for (const range of LETTERS) IS_LETTER.fill(1, range.charCodeAt(0), range.charCodeAt(1) + 1);

/**
 * Splits a folded text into tokens. Spaces (U+0020) separate tokens; every other code unit belongs to one.
 *
 * Why the search is correct: whether there is a boundary between two adjacent code units depends only on these two
 * (none between two letters or two spaces, one everywhere else). So an occurrence of a query in a text has the same
 * boundaries as the query, except that the first and the last token may continue in the text. Hence a text contains a
 * query of
 * - one token, if and only if one of its tokens contains that token;
 * - two tokens, if and only if it has two adjacent tokens with the same spaces between them, the first ending with the
 * query's first token, the second beginning with the other;
 * - more tokens, only if the same holds for each adjacent two (inner tokens being whole).
 * Spaces at either end of a query belong to no token: such a query has to be compared in full.
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

/** Start of the next token at or after `from`, the end of a token (or 0); the text's length if there is none. */
export function tokenStart(folded: string, from: number): number {
  let start = from;
  while (start < folded.length && folded.charCodeAt(start) === SPACE) start++;
  return start;
}

/** End of the token that starts at `start`. */
export function tokenEnd(folded: string, start: number): number {
  let end = start + 1;
  if (!isLetter(folded, start)) return end;
  while (end < folded.length && isLetter(folded, end)) end++;
  return end;
}

/** Whether the code unit at a place is a letter: part of a token that may continue. */
export function isLetter(text: string, at: number): boolean {
  return IS_LETTER[text.charCodeAt(at)] === 1;
}
