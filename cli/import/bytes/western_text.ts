/** Bytes that Windows-1252 leaves undefined, and the florin sign (0x83), which begins letters of Shift JIS. */
const UNDEFINED = new Set([0x81, 0x83, 0x8d, 0x8f, 0x90, 0x9d]);
/** Signs that never stand inside a word. Code pages of Central Europe have letters in their places. */
const SIGNS = new Set([0xa2, 0xa3, 0xa5, 0xa6, 0xac, 0xaf, 0xb1, 0xb3, 0xb6, 0xb9, 0xbc, 0xbe]);
/** A longer run of bytes beyond ASCII is another script, such as Cyrillic. */
const LONGEST_RUN = 3;
const WORD = /[\p{L}\p{N}'\u2019-]*[\u0080-\uffff][\p{L}\p{N}'\u2019-]*/u;

/**
 * Decodes text in Windows-1252 (which ISO 8859-1 and Latin-1 mean in practice: WHATWG Encoding 4.2), if it looks like
 * that: single accented letters and signs in words of ASCII.
 *
 * @returns Null for what is more likely UTF-8 that was damaged, or text in another code page.
 */
export function westernText(bytes: Uint8Array): string | null {
  let run = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    run = byte < 0x80 ? 0 : run + 1;
    if (run === 0) continue;
    if (run > LONGEST_RUN || UNDEFINED.has(byte) || isUtf8(bytes, at)) return null;
    if (SIGNS.has(byte) && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1])) return null;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** The first word of a text with a character beyond ASCII, cut to 30 characters; empty if there is none. */
export function telltaleWord(text: string): string {
  return WORD.exec(text)?.[0].slice(0, 30) ?? "";
}

/** The warning for a file that is read as Windows-1252. The word shows whether the guess is wrong. */
export function westernWarning(file: string, word: string): string {
  return `${file} is not UTF-8 and was read as Windows-1252, such as ${
    JSON.stringify(word)
  }. If that is wrong, save it ` +
    "as UTF-8.";
}

/** Whether an accented letter or a quotation mark stands here in UTF-8. */
function isUtf8(bytes: Uint8Array, at: number): boolean {
  const isContinued = ((bytes[at + 1] ?? 0) & 0xc0) === 0x80;
  return isContinued && (bytes[at] === 0xc3 || bytes[at] === 0xc2 || bytes[at] === 0xe2 && bytes[at + 1] === 0x80);
}

function isLetter(byte = 0): boolean {
  return byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a;
}
