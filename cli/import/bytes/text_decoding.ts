import { type Sentence, sentence } from "../../../domain/sentences/sentence.ts";
import { beginningOf } from "../../../domain/cut_text.ts";
import { Buffer } from "node:buffer";
import { ImportFileError } from "./file_container.ts";

/** Encodings that a byte order mark can indicate. UTF-8 if there is no mark. */
type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** Maximum bytes held back after the last ASCII byte, in case the next piece completes their last character. */
const MOST_HELD = 1_000_000;

/**
 * Streaming decoder of a file: UTF-8, or UTF-16 if its byte order mark says so. Removes the mark. Invalid UTF-8 that
 * looks like Windows-1252 is decoded as such: spreadsheets and older shop systems write it.
 */
export class TextDecoding {
  readonly #decoder: TextDecoder;
  #held = new Uint8Array();
  /** True while all decoded text is ASCII, so the encoding is still open. */
  #isAscii: boolean;
  #isWestern = false;

  /**
   * @param start The first bytes of the file, at least three if it has them.
   * @param onWarning Called once if the file is decoded as Windows-1252. The sentence shows a decoded word, so that the
   * operator can check it.
   */
  constructor(
    private readonly file: string,
    start: Uint8Array,
    private readonly onWarning: (warning: Sentence) => void,
  ) {
    this.#decoder = new TextDecoder(textEncoding(start), { fatal: true });
    this.#isAscii = start[0] !== 0xef;
  }

  /**
   * Decodes the next bytes. Holds back those after the last ASCII byte, so that no piece ends within a character.
   *
   * @throws {ImportFileError} If the bytes are invalid.
   */
  push(bytes: Uint8Array): string {
    if (this.#decoder.encoding !== "utf-8") return decode(this.#decoder, bytes, true) ?? this.#refuse();
    const whole = this.#held.length === 0 ? bytes : new Uint8Array(Buffer.concat([this.#held, bytes]));
    const end = whole.findLastIndex((byte) => byte < 0x80) + 1;
    const isLong = whole.length - end > MOST_HELD;
    this.#held = isLong ? new Uint8Array() : whole.slice(end);
    return this.#piece(isLong ? whole : whole.subarray(0, end));
  }

  /** Decodes the bytes that were held back. Throws an ImportFileError if the file ends within a character. */
  end(): string {
    const text = this.#isWestern ? null : decode(this.#decoder, this.#held, true);
    return text === null ? this.#piece(this.#held) : text + (decode(this.#decoder) ?? this.#refuse());
  }

  #piece(bytes: Uint8Array): string {
    const text = (this.#isWestern ? null : decode(this.#decoder, bytes)) ?? this.#western(bytes);
    this.#isAscii &&= !/[^\0-\x7f]/.test(text);
    return text;
  }

  #western(bytes: Uint8Array): string {
    const text = this.#isAscii || this.#isWestern ? westernText(bytes) : null;
    if (text === null) return this.#refuse();
    if (!this.#isWestern) {
      const parts = { file: this.file, word: beginningOf(WORD.exec(text)?.[0] ?? "", 30) };
      this.onWarning(
        sentence(
          '{file} is not UTF-8 and was read as Windows-1252, such as "{word}". If that is wrong, save it as UTF-8.',
          parts,
        ),
      );
    }
    this.#isWestern = true;
    return text;
  }

  #refuse(): never {
    const { encoding } = this.#decoder;
    throw new ImportFileError(
      encoding === "utf-8"
        ? sentence("{file} is not valid UTF-8, and does not look like Windows-1252: save it as UTF-8.", {
          file: this.file,
        })
        : sentence("{file} begins as {encoding} but is not valid: save it as UTF-8.", {
          file: this.file,
          encoding: encoding.toUpperCase(),
        }),
    );
  }
}

/** The encoding that a byte order mark indicates; UTF-8 if there is no mark. */
export function textEncoding(start: Uint8Array): TextEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  return start[0] === 0xfe && start[1] === 0xff ? "utf-16be" : "utf-8";
}

function decode(decoder: TextDecoder, bytes?: Uint8Array, stream = false): string | null {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    return null;
  }
}

/** Bytes that are undefined in Windows-1252. 0x83, its florin sign, is added: Shift JIS often begins a letter with it. */
const UNDEFINED = new Set([0x81, 0x83, 0x8d, 0x8f, 0x90, 0x9d]);
/** Symbols of Windows-1252 that never occur inside a word. Central European code pages have letters at these bytes. */
const SIGNS = new Set([0xa2, 0xa3, 0xa5, 0xa6, 0xac, 0xaf, 0xb1, 0xb3, 0xb6, 0xb9, 0xbc, 0xbe]);
/** Maximum length of a run of non-ASCII bytes. Longer runs indicate another script, such as Cyrillic. */
const LONGEST_RUN = 3;
const WORD = /[\p{L}\p{N}'\u2019-]*[\u0080-\uffff][\p{L}\p{N}'\u2019-]*/u;

/**
 * Decodes text in Windows-1252 (ISO 8859-1 and Latin-1 in practice: WHATWG Encoding 4.2) if it looks like that: single
 * accented letters and signs in words of ASCII. Null for damaged UTF-8 and other code pages.
 */
function westernText(bytes: Uint8Array): string | null {
  let run = 0;
  for (const [at, byte] of bytes.entries()) {
    // A stretched word such as "blööööd" repeats one letter.
    if (byte !== bytes[at - 1]) run = byte < 0x80 ? 0 : run + 1;
    if (run === 0) continue;
    if (run > LONGEST_RUN || UNDEFINED.has(byte) || isUtf8(bytes, at)) return null;
    if (SIGNS.has(byte) && isLetter(bytes[at - 1]) && isLetter(bytes[at + 1])) return null;
  }
  return new TextDecoder("windows-1252").decode(bytes);
}

/** Whether the bytes at this index are an accented letter or a quotation mark in UTF-8. */
function isUtf8(bytes: Uint8Array, at: number): boolean {
  const isContinued = ((bytes[at + 1] ?? 0) & 0xc0) === 0x80;
  return isContinued && (bytes[at] === 0xc3 || bytes[at] === 0xc2 || bytes[at] === 0xe2 && bytes[at + 1] === 0x80);
}

function isLetter(byte = 0): boolean {
  return byte >= 0x41 && byte <= 0x5a || byte >= 0x61 && byte <= 0x7a;
}
