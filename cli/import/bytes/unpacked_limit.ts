import { sentence } from "../../../domain/sentences/sentence.ts";
import { ImportFileError } from "./file_container.ts";

const MOST_UNPACKED = 1_000_000_000;
/** Maximum ratio of unpacked to packed bytes. Texts have ratios of 2 to 10, sheets with empty cells up to 50. */
const MOST_TIMES = 100;
/** Number of unpacked bytes up to which any ratio is allowed. */
const ALWAYS_ALLOWED = 4_000_000;

/** Refuses packed files that are too large when unpacked (zip bombs): a few kilobytes can unpack to terabytes. */
export class UnpackedLimit {
  #bytes = 0;

  constructor(private readonly file: string, private readonly most: number = MOST_UNPACKED) {}

  /** Checks the declared or reached lengths of a part, in bytes. Throws an ImportFileError for too high a ratio. */
  declare(unpacked: number, packed: number): void {
    if (unpacked > Math.max(ALWAYS_ALLOWED, MOST_TIMES * packed)) throw this.#trap(`${MOST_TIMES} times its length`);
  }

  /**
   * Counts the bytes of a part as they pass. The stream fails with an ImportFileError as soon as all parts together
   * exceed the limit, or this part exceeds its declared length.
   *
   * @param declared The unpacked length that the archive declares, in bytes.
   * @param packed Returns the number of packed bytes so far, if the ratio was not declared.
   */
  counted(
    stream: ReadableStream<Uint8Array>,
    declared: number = Infinity,
    packed: () => number = () => Infinity,
  ): ReadableStream<Uint8Array> {
    let length = 0;
    return stream.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          this.#bytes += chunk.length;
          length += chunk.length;
          if (length > declared) {
            // An entry is longer than the directory states.
            throw new ImportFileError(
              sentence("{file} is a damaged ZIP archive: download or pack it again.", { file: this.file }),
            );
          }
          this.declare(length, packed());
          if (this.#bytes > this.most) throw this.#trap(`${this.most / 1_000_000} MB`);
          controller.enqueue(chunk);
        },
      }),
    );
  }

  #trap(bound: string): ImportFileError {
    return new ImportFileError(
      sentence(
        "{file} unpacks to more than {bound}, which no reviews of one business do: it may be a trap. Unpack it yourself if you trust it.",
        { file: this.file, bound },
      ),
    );
  }
}
