import { sentence } from "../../../domain/sentences/sentence.ts";
import { Buffer } from "node:buffer";
import { fileReason } from "../../../domain/operator_error.ts";
import { ImportFileError } from "./file_container.ts";

/** Minimum number of bytes that can be inspected, unless the file is shorter. */
const START_BYTES = 65_536;
// Maximum bytes of a file read as a whole. V8 allows no longer strings, and no export of one business is that long.
const MOST_WHOLE = 500_000_000;

/** The name of standard input on the command line. */
export const STANDARD_INPUT = "-";

/** The bytes of a file, readable once. Its start can be inspected before that. */
export class ByteSource {
  private constructor(
    readonly file: string,
    readonly start: Uint8Array,
    private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
    private readonly size: number,
  ) {}

  /**
   * Opens a file, or standard input for the path `-`, and reads its start. The caller disposes of the source.
   *
   * @param file Its name, for messages.
   * @throws {ImportFileError} If the file cannot be read.
   */
  static async open(path: string, file: string): Promise<ByteSource> {
    if (path === STANDARD_INPUT) return await ByteSource.of("standard input", Deno.stdin.readable);
    const handle = await readable(file, async () => {
      await refusePipe(path, file);
      return await Deno.open(path);
    });
    return await ByteSource.of(file, handle.readable, handle.statSync().size);
  }

  /**
   * Reads the start of a stream. The caller disposes of the source, which cancels the stream. Throws if reading fails.
   *
   * @param size The length of the stream; 0 if unknown.
   */
  static async of(file: string, stream: ReadableStream<Uint8Array>, size = 0): Promise<ByteSource> {
    const reader = stream.getReader();
    const pieces: Uint8Array[] = [];
    for (let length = 0; length < START_BYTES;) {
      const { value } = await readable(file, () => reader.read());
      if (value === undefined) break;
      length += value.length;
      pieces.push(value);
    }
    return new ByteSource(file, Buffer.concat(pieces), reader, size);
  }

  /** All bytes in chunks, beginning with `start`. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let value: Uint8Array | undefined = this.start; value !== undefined;) {
      yield value;
      ({ value } = await readable(this.file, () => this.reader.read()));
    }
  }

  /** All bytes in one array. Throws an ImportFileError if the file has more than 500 MB. */
  async whole(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this.chunks()) {
      length += piece.length;
      if (Math.max(length, this.size) > MOST_WHOLE) {
        throw new ImportFileError(
          sentence(
            "{file} is longer than {count} MB, which is too long for one JSON document: take the export as JSON Lines or CSV, which are read row by row.",
            { file: this.file, count: MOST_WHOLE / 1_000_000 },
          ),
        );
      }
      // A copy: pieces of a stream fill a small part of their buffers.
      pieces.push(piece.slice());
    }
    return Buffer.concat(pieces);
  }

  [Symbol.dispose](): void {
    void this.reader.cancel().catch(() => {});
  }
}

/** Refuses pipes and sockets with an ImportFileError: opening one without a writer would wait forever. */
export async function refusePipe(path: string, file: string): Promise<void> {
  const { isFifo, isSocket } = await Deno.stat(path);
  if (!isFifo && !isSocket) return;
  const kind = isFifo ? "pipe" : "socket";
  throw new ImportFileError(
    `${file} is a ${kind}, which is no file: save its content in a file, or import "-" and pipe it there.`,
  );
}

async function readable<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError(sentence("{file} cannot be read: {reason}.", { file, reason: fileReason(error) }), {
      cause: error,
    });
  }
}
