import { shownName } from "../../command/escaped_controls.ts";
import { ImportFileError } from "./import_file_error.ts";

const START_BYTES = 65_536;
const CHUNK_BYTES = 262_144;

/** The bytes of a file, readable once; its start can be inspected before. */
export class ByteSource {
  readonly #handle: Deno.FsFile;
  readonly #file: string;
  /** The first 64 KiB of the file, or the whole file if it is shorter. */
  readonly start: Uint8Array;

  private constructor(handle: Deno.FsFile, file: string, start: Uint8Array) {
    this.#handle = handle;
    this.#file = file;
    this.start = start;
  }

  /**
   * Opens a file and reads its start. The caller disposes of the source.
   *
   * @throws {ImportFileError} If the file cannot be read.
   */
  static async open(path: string): Promise<ByteSource> {
    const file = shownName(path);
    const handle = await readable(file, () => Deno.open(path));
    try {
      const start = new Uint8Array(START_BYTES);
      let length = 0;
      while (length < START_BYTES) {
        const read = await readable(file, () => handle.read(start.subarray(length)));
        if (read === null) break;
        length += read;
      }
      return new ByteSource(handle, file, start.subarray(0, length));
    } catch (error) {
      handle.close();
      throw error;
    }
  }

  /** All bytes in chunks, beginning with `start`. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    yield this.start;
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const length = await readable(this.#file, () => this.#handle.read(buffer));
      if (length === null) return;
      yield buffer.subarray(0, length);
    }
  }

  /** All bytes in one array, which takes less memory than joining decoded chunks. */
  async whole(): Promise<Uint8Array> {
    const { size } = await readable(this.#file, () => this.#handle.stat());
    let bytes = new Uint8Array(Math.max(size, this.start.length) + 1);
    bytes.set(this.start);
    let length = this.start.length;
    for (;;) {
      if (length === bytes.length) bytes = new Uint8Array(bytes.buffer.transfer(length * 2));
      const read = await readable(this.#file, () => this.#handle.read(bytes.subarray(length)));
      if (read === null) return bytes.subarray(0, length);
      length += read;
    }
  }

  [Symbol.dispose](): void {
    this.#handle.close();
  }
}

async function readable<T>(file: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw new ImportFileError(`${file} cannot be read: ${reason(error)}.`, { cause: error });
  }
}

function reason(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "there is no such file";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
    return "it may not be read";
  }
  return error instanceof Error ? error.message : String(error);
}
