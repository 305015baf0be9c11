import { ImportFileError } from "./import_file_error.ts";

/** Streaming decoder of a file: UTF-8, or UTF-16 if its byte order mark says so. Removes the mark. */
export class TextDecoding {
  readonly #file: string;
  readonly #decoder: TextDecoder;
  #tail = new Uint8Array();
  #offset = 0;

  /**
   * @param start The first bytes of the file, at least two if it has them.
   */
  constructor(file: string, start: Uint8Array) {
    this.#file = file;
    this.#decoder = new TextDecoder(textEncoding(start), { fatal: true });
  }

  /**
   * Decodes the next bytes.
   *
   * @throws {ImportFileError} If they are invalid.
   */
  push(bytes: Uint8Array): string {
    const decoded = decode(this.#decoder, bytes);
    if (decoded === null) throw this.#invalid(this.#offset + validLength(this.#tail, bytes));
    this.#offset += bytes.length;
    this.#tail = bytes.slice(-8);
    return decoded;
  }

  /**
   * Checks that the file does not end within a character.
   *
   * @throws {ImportFileError} If it does.
   */
  end(): void {
    if (decode(this.#decoder) === null) throw this.#invalid(this.#offset);
  }

  #invalid(offset: number): ImportFileError {
    const { encoding } = this.#decoder;
    return new ImportFileError(
      encoding === "utf-8"
        ? `${this.#file} is not valid UTF-8 at byte ${offset}: save it as UTF-8.`
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
