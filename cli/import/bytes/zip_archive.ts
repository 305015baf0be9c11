import { configure, type Entry, Reader, ZipReader } from "@zip.js/zip.js";
import { ByteSource, streamReader } from "./byte_source.ts";
import { ImportFileError } from "./import_file_error.ts";
import { UnpackedLimit } from "./unpacked_limit.ts";

// Workers would be started for each archive, and this process does nothing else meanwhile.
configure({ useWebWorkers: false, useCompressionStream: true, terminateWorkerTimeout: Infinity });

const MOST_ENTRIES = 20_000;

type FileEntry = Extract<Entry, { readonly directory: false }>;

/** Reads pieces of a file, as the list of an archive stands at its end. */
class FileReader extends Reader<Deno.FsFile> {
  readonly #handle: Deno.FsFile;

  constructor(handle: Deno.FsFile) {
    super(handle);
    this.#handle = handle;
    this.size = handle.statSync().size;
  }

  override async readUint8Array(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - at)));
    await this.#handle.seek(at, Deno.SeekMode.Start);
    for (let read = 0; read < bytes.length;) {
      const more = await this.#handle.read(bytes.subarray(read));
      if (more === null) break;
      read += more;
    }
    return bytes;
  }
}

/** A ZIP archive whose files are read as streams, none of them whole. */
export class ZipArchive {
  readonly #file: string;
  readonly #handle: Deno.FsFile;
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly #limit: UnpackedLimit;

  private constructor(file: string, handle: Deno.FsFile, entries: readonly FileEntry[]) {
    this.#file = file;
    this.#handle = handle;
    this.#entries = new Map(entries.map((entry) => [entry.filename, entry]));
    this.#limit = new UnpackedLimit(file);
  }

  /**
   * Reads the list of an archive. The caller disposes of it.
   *
   * @param path Where the file is.
   * @param file Its name, for messages.
   * @throws {ImportFileError} If it is damaged, or holds too many files.
   */
  static async open(path: string, file: string): Promise<ZipArchive> {
    const handle = await Deno.open(path);
    try {
      const entries: FileEntry[] = [];
      for await (const entry of new ZipReader(new FileReader(handle)).getEntriesGenerator()) {
        if (!entry.directory) entries.push(entry);
        if (entries.length > MOST_ENTRIES) {
          throw new ImportFileError(
            `${file} holds more than ${MOST_ENTRIES} files: import those with reviews by themselves.`,
          );
        }
      }
      return new ZipArchive(file, handle, entries);
    } catch (error) {
      handle.close();
      throw error instanceof ImportFileError ? error : damaged(file, error);
    }
  }

  /** The names of its files, in their order. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /**
   * Opens a file of the archive.
   *
   * @throws {ImportFileError} If there is no such file, or it is encrypted.
   */
  stream(name: string): ReadableStream<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new ImportFileError(`${this.#file} is damaged: it lacks ${name}.`);
    if (entry.encrypted) {
      throw new ImportFileError(`${this.#file} is locked with a password: unpack it, and import the files in it.`);
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    // A failure reaches the reader through the stream.
    entry.getData(writable, { checkSignature: false }).catch((error) => {
      writable.abort(damaged(this.#file, error)).catch(() => {});
    });
    return this.#limit.counted(readable);
  }

  /** A file of the archive as a source; the caller disposes of it. */
  async source(name: string): Promise<ByteSource> {
    return await ByteSource.of(`${this.#file}/${name}`, streamReader(this.stream(name)));
  }

  [Symbol.dispose](): void {
    this.#handle.close();
  }
}

function damaged(file: string, error: unknown): ImportFileError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ImportFileError(`${file} is a damaged ZIP archive (${reason.split("\n")[0]?.replace(/\.$/, "")}).`, {
    cause: error,
  });
}
