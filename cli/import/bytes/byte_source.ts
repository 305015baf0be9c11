import { Buffer } from "node:buffer";
import { fileReason } from "../../../domain/operator_error.ts";
import { ImportFileError } from "./import_file_error.ts";

const START_BYTES = 65_536;
const CHUNK_BYTES = 262_144;
// Maximum bytes of a file read as a whole. V8 allows no longer strings, and no export of one business is that long.
const MOST_WHOLE = 500_000_000;

/** The name of standard input on the command line. */
export const STANDARD_INPUT = "-";

interface ByteReader {
  /** Reads into the array. Returns the number of bytes, or null at the end. */
  read(into: Uint8Array): Promise<number | null>;
  readonly size?: number | undefined;
  close(): void;
}

/** The bytes of a file, readable once. Its start can be inspected before that. */
export class ByteSource {
  /** @param start The first 64 KiB of the file, or the whole file if it is shorter. */
  private constructor(
    private readonly reader: ByteReader,
    readonly file: string,
    readonly start: Uint8Array,
  ) {}

  /**
   * Opens a file, or standard input for the path `-`, and reads its start. The caller disposes of the source.
   *
   * @param file Its name, for messages.
   * @throws {ImportFileError} If the file cannot be read.
   */
  static async open(path: string, file: string): Promise<ByteSource> {
    if (path === STANDARD_INPUT) return await ByteSource.of("standard input", streamReader(Deno.stdin.readable));
    const handle = await readable(file, async () => {
      await refusePipe(path, file);
      return await Deno.open(path);
    });
    return await ByteSource.of(file, {
      read: (into) => handle.read(into),
      size: handle.statSync().size,
      close: () => handle.close(),
    });
  }

  /** Reads the start of a reader. The caller disposes of the source, which closes the reader. Throws if that fails. */
  static async of(file: string, reader: ByteReader): Promise<ByteSource> {
    try {
      const start = new Uint8Array(Math.min(START_BYTES, reader.size || START_BYTES));
      let length = 0;
      while (length < start.length) {
        const read = await readable(file, () => reader.read(start.subarray(length)));
        if (read === null) break;
        length += read;
      }
      return new ByteSource(reader, file, start.subarray(0, length));
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  /** All bytes in chunks, beginning with `start`. */
  async *chunks(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    yield this.start.slice();
    let left = (this.reader.size || Infinity) - this.start.length;
    for (;;) {
      // A full-size buffer for each of a thousand short files in an archive would waste memory.
      const buffer = new Uint8Array(Math.max(1, Math.min(left, CHUNK_BYTES)));
      const length = await readable(this.file, () => this.reader.read(buffer));
      if (length === null) return;
      yield buffer.subarray(0, length);
      left -= length;
    }
  }

  /** All bytes in one array. Throws an ImportFileError if the file has more than 500 MB. */
  async whole(): Promise<Uint8Array> {
    const pieces: Uint8Array[] = [];
    let length = 0;
    if ((this.reader.size ?? 0) > MOST_WHOLE) throw this.#tooLong();
    for await (const piece of this.chunks()) {
      length += piece.length;
      if (length > MOST_WHOLE) throw this.#tooLong();
      // A copy: pieces of a stream fill a small part of their buffers.
      pieces.push(piece.slice());
    }
    return Buffer.concat(pieces);
  }

  #tooLong(): ImportFileError {
    return new ImportFileError(
      `${this.file} is longer than ${MOST_WHOLE / 1_000_000} MB, which is too long for one JSON document: take ` +
        "the export as JSON Lines or CSV, which are read row by row.",
    );
  }

  [Symbol.dispose](): void {
    this.reader.close();
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

/** A reader of a stream. Closing it cancels the stream. */
export function streamReader(stream: ReadableStream<Uint8Array>): ByteReader {
  const reader = stream.getReader();
  let rest = new Uint8Array();
  return {
    read: async (into) => {
      while (rest.length === 0) {
        const { done, value } = await reader.read();
        if (done) return null;
        rest = new Uint8Array(value);
      }
      const length = Math.min(rest.length, into.length);
      into.set(rest.subarray(0, length));
      rest = rest.subarray(length);
      return length;
    },
    close: () => void reader.cancel().catch(() => {}),
  };
}

async function readable<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof ImportFileError) throw error;
    throw new ImportFileError(`${file} cannot be read: ${fileReason(error)}.`, { cause: error });
  }
}
