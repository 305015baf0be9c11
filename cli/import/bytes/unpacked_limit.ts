import { ImportFileError } from "./import_file_error.ts";

/** How many bytes one packed file may unpack to. */
export const MOST_UNPACKED = 1_000_000_000;

/**
 * Counts what comes out of a packed file, because a few kilobytes can unpack to terabytes.
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
   * Lets the bytes of a part through.
   *
   * The stream fails with an ImportFileError as soon as all parts together are more than the limit.
   */
  counted(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#bytes += chunk.length;
          if (this.#bytes > this.#most) throw this.#tooMuch();
          controller.enqueue(chunk);
        },
      }),
    );
  }

  #tooMuch(): ImportFileError {
    return new ImportFileError(
      `${this.#file} unpacks to more than ${
        this.#most / 1_000_000
      } MB, which no reviews of one business do: it may be ` +
        "a trap. Unpack it yourself if you trust it.",
    );
  }
}
