import { sentence } from "../../../domain/sentences/sentence.ts";
import { configure, type Entry, Reader, ZipReader } from "@zip.js/zip.js";
import { ByteSource } from "./byte_source.ts";
import { ImportFileError } from "./file_container.ts";
import { UnpackedLimit } from "./unpacked_limit.ts";

// No workers: each archive would start its own, and this process has nothing else to do. Small chunks: with the default
// of 64 KB, a zip bomb could unpack 64 MB at once.
configure({ chunkSize: 16_384, useWebWorkers: false, useCompressionStream: true, terminateWorkerTimeout: Infinity });

const MOST_ENTRIES = 5000;
/** Maximum number of wanted files. Opening one takes a millisecond, and 100 KB until garbage collection. */
const MOST_WANTED = 300;

const END_MARK = [0x50, 0x4b, 5, 6];
const SHORTEST_END = 22;
const LONGEST_END = SHORTEST_END + 65_535;

type FileEntry = Extract<Entry, { readonly directory: false }>;

/** Random-access reader of a file. Needed because the directory of an archive is at its end. */
class FileReader extends Reader<Deno.FsFile> {
  constructor(private readonly handle: Deno.FsFile) {
    super(handle);
    this.size = handle.statSync().size;
  }

  override async readUint8Array(at: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const bytes = new Uint8Array(Math.max(0, Math.min(length, this.size - at)));
    await this.handle.seek(at, Deno.SeekMode.Start);
    for (let read = 0; read < bytes.length;) {
      const more = await this.handle.read(bytes.subarray(read));
      if (more === null) break;
      read += more;
    }
    return bytes;
  }
}

/** A ZIP archive whose wanted files are read as streams. */
export class ZipArchive {
  readonly #entries: ReadonlyMap<string, FileEntry>;
  readonly #limit: UnpackedLimit;

  private constructor(
    private readonly file: string,
    private readonly handle: Deno.FsFile,
    entries: readonly FileEntry[],
  ) {
    this.#entries = new Map(entries.map((entry) => [entry.filename, entry]));
    this.#limit = new UnpackedLimit(file);
    // Entries may overlap: each declares a modest size, and only their sum reveals a zip bomb.
    const unpacked = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    this.#limit.declare(unpacked, handle.statSync().size);
    for (const entry of entries) this.#limit.declare(entry.uncompressedSize, entry.compressedSize);
  }

  /**
   * Opens an archive and reads its directory. The caller disposes of the archive.
   *
   * @param path Path of the file.
   * @param file Name of the file in messages.
   * @param isWanted Returns true for names of files to keep.
   * @throws {ImportFileError} If it is damaged, holds too many files, or exceeds the {@linkcode UnpackedLimit}.
   */
  static async open(path: string, file: string, isWanted: (name: string) => boolean): Promise<ZipArchive> {
    const handle = await Deno.open(path);
    try {
      const tooMany = (count: number) =>
        new ImportFileError(
          sentence("{file} holds more than {count} files: import those with reviews by themselves.", { file, count }),
        );
      const reader = new FileReader(handle);
      if (await entryCount(reader) > MOST_ENTRIES) throw tooMany(MOST_ENTRIES);
      const entries: FileEntry[] = [];
      let count = 0;
      for await (const entry of new ZipReader(reader).getEntriesGenerator()) {
        if (++count > MOST_ENTRIES) throw tooMany(MOST_ENTRIES);
        if (!entry.directory && isWanted(entry.filename)) entries.push(entry);
        if (entries.length > MOST_WANTED) throw tooMany(MOST_WANTED);
      }
      return new ZipArchive(file, handle, entries);
    } catch (error) {
      handle.close();
      throw error instanceof ImportFileError ? error : damaged(file, error);
    }
  }

  /** The names of the wanted files, in archive order. */
  get names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Opens a file of the archive. Throws an ImportFileError if there is no such file, or it is encrypted. */
  stream(name: string): ReadableStream<Uint8Array> {
    const entry = this.#entries.get(name);
    if (entry === undefined) {
      throw new ImportFileError(sentence("{file} is damaged: it lacks {name}.", { file: this.file, name }));
    }
    if (entry.encrypted) {
      const text = "{file} is locked with a password: unpack it, and import the files in it.";
      throw new ImportFileError(sentence(text, { file: this.file }));
    }
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    // The reader gets the error through the stream.
    entry.getData(writable, { checkSignature: false }).catch((error) => {
      writable.abort(damaged(this.file, error)).catch(() => {});
    });
    return this.#limit.counted(readable, entry.uncompressedSize);
  }

  /** Opens a file of the archive as a source. The caller disposes of it. */
  async source(name: string): Promise<ByteSource> {
    return await ByteSource.of(`${this.file}/${name}`, this.stream(name), this.#entries.get(name)?.uncompressedSize);
  }

  [Symbol.dispose](): void {
    this.handle.close();
  }
}

/**
 * Number of files declared in the end record of an archive (APPNOTE 4.3.16); 0 without one. Checked before the
 * directory is read, which takes 8 KB of memory per file.
 */
async function entryCount(reader: FileReader): Promise<number> {
  const start = Math.max(0, reader.size - LONGEST_END);
  const end = await reader.readUint8Array(start, LONGEST_END);
  for (let at = end.length - SHORTEST_END; at >= 0; at--) {
    if (END_MARK.every((byte, n) => end[at + n] === byte)) return (end[at + 10] ?? 0) + 256 * (end[at + 11] ?? 0);
  }
  return 0;
}

function damaged(file: string, error: unknown): ImportFileError {
  return new ImportFileError(sentence("{file} is a damaged ZIP archive: download or pack it again.", { file }), {
    cause: error,
  });
}
