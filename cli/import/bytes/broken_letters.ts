import { beginningOf } from "../../../domain/cut_text.ts";
const WESTERN = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, index) => index + 128));
/** Latin-1 decodes the bytes 0x80 to 0x9F as control characters. */
const LATIN_1 = String.fromCharCode(...Array.from({ length: 32 }, (_, index) => index + 128));
const BYTES: ReadonlyMap<string, number> = new Map(
  [LATIN_1, WESTERN].flatMap((letters) => Array.from(letters, (letter, index) => [letter, index + 128] as const)),
);
/** UTF-8 continuation bytes (0x80 to 0xBF), as the characters that Windows-1252 and Latin-1 have for them. */
const NEXT = `[${LATIN_1}${WESTERN.slice(0, 64)}]`;
const BROKEN = new RegExp(`[ÂÃÅ]${NEXT}|[âï]${NEXT}{2}|ð${NEXT}{3}`, "gu");
const LIKELY =
  /^[\u00a0-\u00ff\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u2010-\u203a\u20ac\u2122\u2190-\u2bff\ufe0f\u{1f000}-\u{1faff}]$/u;
/** Scripts of a text that decodes as UTF-8 as a whole. They are many: such bytes do not occur by chance. */
const WRITTEN = /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Common}\p{sc=Inherited}]*$/u;
/** A UTF-8 lead byte and a continuation byte. A cheap first test: most texts have none. */
const MAY_BE_BYTES = new RegExp(`[\u00c2-\u00f4]${NEXT}`, "u");
const UTF_8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * Repairs letters of UTF-8 text that was once decoded as Windows-1252 or Latin-1, such as "ZoÃ«" and "â€™". A text that
 * decodes as a whole is replaced if the result has only Latin, Greek or Cyrillic letters. Otherwise only sequences that
 * decode to a usual character are replaced, so `Spaß“` stays.
 */
export function mendedLetters(text: string): string {
  const whole = decodedAgain(text);
  if (whole !== null && whole !== text && WRITTEN.test(whole)) return whole;
  return text.replace(BROKEN, (letters) => {
    const mended = decodedAgain(letters);
    return mended !== null && LIKELY.test(mended) ? mended : letters;
  });
}

/** Encodes a text as Windows-1252 or Latin-1 and decodes it as UTF-8; null if either fails. */
function decodedAgain(text: string): string | null {
  const bytes = Array.from(text, (letter) => BYTES.get(letter) ?? (letter < "\u0080" ? letter.charCodeAt(0) : 256));
  if (bytes.includes(256)) return null;
  try {
    return UTF_8.decode(Uint8Array.from(bytes));
  } catch {
    return null;
  }
}

/** Returns the first word of a text that {@linkcode mendedLetters} changes, cut to 30 characters; null if there is none. */
export function brokenWord(text: string): string | null {
  if (!MAY_BE_BYTES.test(text) || mendedLetters(text) === text) return null;
  const word = text.split(/[ \t\n]+/).find((word) => mendedLetters(word) !== word);
  return word === undefined ? null : beginningOf(word, 30);
}
