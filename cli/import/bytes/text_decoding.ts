import { ImportFileError } from "./import_file_error.ts";
import { telltaleWord, westernText } from "./western_text.ts";

/**
 * Streaming decoder of a file: UTF-8, or UTF-16 if its byte order mark says so. Removes the mark. What is no UTF-8 and
 * looks like Windows-1252 is decoded as that: spreadsheets and older shop systems write it.
 */
export class TextDecoding {
  readonly #file: string;
  readonly #decoder: TextDecoder;
  readonly #onWestern: (word: string) => void;
  #tail = new Uint8Array();
  #offset = 0;
  /** Whether all that was decoded is ASCII: what follows may be of another encoding then. */
  #isAscii: boolean;
  /** The first bytes of what may be a character, which the decoder keeps to itself. */
  #held = new Uint8Array();
  /** Where UTF-8 ended to be valid and Windows-1252 began. */
  #westernFrom: number | null = null;

  /**
   * @param start The first bytes of the file, at least three if it has them.
   * @param onWestern Called once if the file is read as Windows-1252, with a word that shows whether that is right.
   */
  constructor(file: string, start: Uint8Array, onWestern: (word: string) => void) {
    this.#file = file;
    this.#decoder = new TextDecoder(textEncoding(start), { fatal: true });
    this.#isAscii = this.#decoder.encoding === "utf-8" && start[0] !== 0xef;
    this.#onWestern = onWestern;
  }

  /** Whether the file is read as Windows-1252. */
  get isWestern(): boolean {
    return this.#westernFrom !== null;
  }

  /**
   * Decodes the next bytes.
   *
   * @throws {ImportFileError} If they are invalid.
   */
  push(bytes: Uint8Array): string {
    const text = this.isWestern ? westernText(bytes) : decode(this.#decoder, bytes) ?? this.#western(bytes);
    if (text === null) throw this.#invalid(this.#westernFrom ?? this.#offset + validLength(this.#tail, bytes));
    this.#offset += bytes.length;
    this.#tail = bytes.slice(-8);
    this.#isAscii &&= !/[^\0-\x7f]/.test(text);
    if (this.#isAscii) {
      const begin = bytes.findLastIndex((byte) => byte < 0x80) + 1;
      this.#held = begin > 0 ? bytes.slice(begin) : new Uint8Array([...this.#held, ...bytes]);
    }
    return text;
  }

  /**
   * Checks that the file does not end within a character.
   *
   * @throws {ImportFileError} If it does.
   */
  end(): void {
    if (!this.isWestern && decode(this.#decoder) === null) throw this.#invalid(this.#offset);
  }

  /** The bytes as Windows-1252; null if they do not look like that, or a character in UTF-8 stood before. */
  #western(bytes: Uint8Array): string | null {
    if (!this.#isAscii) return null;
    const all = new Uint8Array(this.#held.length + bytes.length);
    all.set(this.#held);
    all.set(bytes, this.#held.length);
    const text = westernText(all);
    if (text === null) return null;
    this.#westernFrom = this.#offset + validLength(this.#tail, bytes);
    this.#onWestern(telltaleWord(text));
    return text;
  }

  #invalid(offset: number): ImportFileError {
    const { encoding } = this.#decoder;
    return new ImportFileError(
      encoding === "utf-8"
        ? `${this.#file} is not valid UTF-8 at byte ${offset}, and does not look like Windows-1252: save it as UTF-8.`
        : `${this.#file} begins as ${encoding.toUpperCase()} but is not valid: save it as UTF-8.`,
    );
  }
}

function decode(decoder: TextDecoder, bytes?: Uint8Array): string | null {
  try {
    return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    return null;
  }
}

/** Number of bytes that are valid UTF-8 after the last bytes before them. Binary search. */
function validLength(tail: Uint8Array, bytes: Uint8Array): number {
  const boundary = tail.findIndex((byte) => (byte & 0xc0) !== 0x80);
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    const decoder = new TextDecoder("utf-8", { fatal: true });
    decode(decoder, tail.subarray(Math.max(boundary, 0)));
    if (decode(decoder, bytes.subarray(0, middle)) === null) invalid = middle;
    else valid = middle;
  }
  return valid;
}

/** The encodings that a review file may have. */
export type TextEncoding = "utf-8" | "utf-16le" | "utf-16be";

/** The encoding that a byte order mark shows; UTF-8 without one. */
export function textEncoding(start: Uint8Array): TextEncoding {
  if (start[0] === 0xff && start[1] === 0xfe) return "utf-16le";
  if (start[0] === 0xfe && start[1] === 0xff) return "utf-16be";
  return "utf-8";
}
