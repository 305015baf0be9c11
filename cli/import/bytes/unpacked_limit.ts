import { ImportFileError } from "./import_file_error.ts";

/** How many bytes one packed file may unpack to. */
export const MOST_UNPACKED = 1_000_000_000;
/** Maximum ratio of unpacked to packed bytes. Texts reach 2 to 10, sheets with empty cells 50. */
const MOST_TIMES = 100;
/** Up to this many unpacked bytes any ratio is allowed. */
const ALWAYS_ALLOWED = 4_000_000;

/**
 * Refuses packed files that unpack to more than reviews do, because a few kilobytes can unpack to terabytes.
 *
 * @param file The name of the packed file, for the message.
 */
export class UnpackedLimit {
  readonly #file: string;
  readonly #most: number;
  #bytes = 0;

  constructor(file: string, most: number = MOST_UNPACKED) {
    this.#file = file;
    this.#most = most;
  }

  /**
   * Judges a part by its lengths in bytes, before it is unpacked, or by how far it was unpacked.
   *
   * @throws {ImportFileError} If it is packed more tightly than reviews are.
   */
  declare(unpacked: number, packed: number): void {
    if (unpacked > Math.max(ALWAYS_ALLOWED, MOST_TIMES * packed)) throw this.#trap(`${MOST_TIMES} times its length`);
  }

  /**
   * Lets the bytes of a part through. The stream fails with an ImportFileError as soon as all parts together are more
   * than the limit, or this one is longer than it says.
   *
   * @param declared The length that the archive tells of it.
   */
  counted(stream: ReadableStream<Uint8Array>, declared: number = Infinity): ReadableStream<Uint8Array> {
    let length = 0;
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#bytes += chunk.length;
          length += chunk.length;
          if (length > declared) {
            throw new ImportFileError(`${this.#file} is a damaged ZIP archive: a part is longer than its list says.`);
          }
          if (this.#bytes > this.#most) throw this.#trap(`${this.#most / 1_000_000} MB`);
          controller.enqueue(chunk);
        },
      }),
    );
  }

  #trap(bound: string): ImportFileError {
    return new ImportFileError(
      `${this.#file} unpacks to more than ${bound}, which no reviews of one business do: it may be a trap. Unpack it ` +
        "yourself if you trust it.",
    );
  }
}
