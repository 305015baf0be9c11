import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { type Store, type StoreListOptions, type StoreRows, storeRows } from "../../../domain/store/store.ts";
import { afterKey, keyBytes, keyOf, selectorRange } from "./key_bytes.ts";
import { deserialize } from "node:v8";
import { retryLocked } from "../../../domain/store/watched_store.ts";

/** Ways to open the file, in the order in which they are tried. */
type Opening = "shared" | "alone" | "copy";

interface Row {
  readonly k: Uint8Array;
  readonly v: Uint8Array;
  readonly v_encoding: bigint;
  readonly version: bigint;
}

const ROWS_A_PAGE = 100;
const GET = "select k, v, v_encoding, version from kv where k = ?";
const LIST = "select k, v, v_encoding, version from kv where k >= ? and k < ? order by k limit ?";
const UNUSED = "select freelist_count as pages, page_size as bytes from pragma_freelist_count, pragma_page_size";
// Statements of Deno KV itself, which panics if one fails.
const OWN = [
  "select count(*) from migration_state",
  "select version from data_version",
  "select count(*) from queue",
  "select count(*) from queue_running",
  "select count(*) from kv where expiration_ms >= 0",
];

// A table of every Deno KV store, from its first commit on.
const MARK = "migration_state";

const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name";

/** The file is an SQLite database of another application. Deno KV would create its tables in it. */
export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/**
 * Reads the file of a Deno KV store without Deno KV, which writes before it reads and panics if it cannot. Opens the file
 * for each read only, so that it blocks no other process.
 */
export class FileReader implements Pick<Store, "get" | "getMany" | "list"> {
  #copy: string | null = null;

  /**
   * @param copyFolder Folder for a copy of a properly closed store on a read-only disk, where SQLite cannot open it.
   * Undefined for the system's temporary folder.
   */
  constructor(private readonly path: string, private readonly copyFolder?: string) {}

  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    return this.#read((file) => entryAt<T>(file, key));
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#read((file) => keys.map((key) => entryAt(file, key)) as { [K in keyof T]: Deno.KvEntryMaybe<T[K]> });
  }

  list<T>(selector: Deno.KvListSelector, options: StoreListOptions = {}): StoreRows<T> {
    const { limit = Infinity, batchSize = ROWS_A_PAGE } = options;
    const range = selectorRange(selector);
    let after: Uint8Array | null = options.cursor ? Uint8Array.fromHex(options.cursor) : null;
    const page = (most: number) =>
      this.#read((file) => rowsOf(file, LIST, after === null ? range.start : afterKey(after), range.end, most));
    async function* read(): AsyncGenerator<Deno.KvEntry<T>> {
      for (let left = limit; left > 0;) {
        const most = Math.min(batchSize, left);
        const rows = await page(most);
        for (const row of rows) {
          after = row.k;
          yield entryOf<T>(row);
        }
        if (rows.length < most) return;
        left -= rows.length;
      }
    }
    const rows = read();
    return storeRows(() => rows.next(), () => after?.toHex() ?? "");
  }

  /**
   * Runs the statements that Deno KV runs when it opens the file. Rejects where Deno KV would panic. Tables may be missing.
   *
   * @throws {ForeignDatabaseError} If it is the database of another application.
   */
  async inspect(): Promise<void> {
    await this.#read((file) => {
      const tables = file.prepare(TABLES).all().map(({ name }) => String(name));
      if (tables.length > 0 && !tables.includes(MARK)) throw new ForeignDatabaseError(tables.join());
      for (const statement of OWN) {
        try {
          file.prepare(statement).get();
        } catch (error) {
          if (!/no such (?:table|column)/.test(String(error))) throw error;
        }
      }
    });
  }

  /** Returns the unused bytes of the file, which are filled before it grows. */
  unusedBytes(): Promise<number> {
    return this.#read((file) => {
      const { pages, bytes } = file.prepare(UNUSED).get() as { readonly pages: number; readonly bytes: number };
      return pages * bytes;
    });
  }

  /** Removes the copy, if there is one. */
  close(): void {
    if (this.#copy !== null) Deno.removeSync(this.#copy, { recursive: true });
    this.#copy = null;
  }

  #read<T>(read: (file: DatabaseSync) => T): Promise<T> {
    // deno-lint-ignore require-await -- SQLite works synchronously: the file must not be open during anything else.
    return retryLocked(async () => this.#readAnyhow(read));
  }

  /** Reads in the first way that works. Throws the error of the first way if none does. */
  #readAnyhow<T>(read: (file: DatabaseSync) => T): T {
    const faults: unknown[] = [];
    for (const opening of ["shared", "alone", "copy"] as const) {
      try {
        return this.#readOnce(opening, read);
      } catch (error) {
        // Another way helps only if the disk refuses the files beside the store.
        if (!/unable to open|I\/O error/.test(String(error)) && faults.length === 0) throw error;
        faults.push(error);
      }
    }
    throw faults[0];
  }

  #readOnce<T>(opening: Opening, read: (file: DatabaseSync) => T): T {
    const isAlone = opening === "alone";
    const path = opening === "copy" ? this.#copied() : this.path;
    const file = new DatabaseSync(path, { readOnly: !isAlone });
    try {
      // In exclusive mode SQLite keeps its index in memory instead of a shared file, for which a full disk has no room.
      if (isAlone) file.exec("pragma locking_mode = exclusive");
      return read(file);
    } finally {
      file.close();
    }
  }

  #copied(): string {
    if (this.#copy === null) {
      const options = { prefix: "public-reviews-", ...this.copyFolder === undefined ? {} : { dir: this.copyFolder } };
      this.#copy = Deno.makeTempDirSync(options);
      for (const suffix of ["", "-wal"]) copyIfThere(this.path + suffix, `${this.#copy}/store${suffix}`);
    }
    return `${this.#copy}/store`;
  }
}

function copyIfThere(from: string, to: string): void {
  try {
    Deno.copyFileSync(from, to);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

function entryAt<T>(file: DatabaseSync, key: Deno.KvKey): Deno.KvEntryMaybe<T> {
  const [row] = rowsOf(file, GET, keyBytes(key));
  return row === undefined ? { key, value: null, versionstamp: null } : { ...entryOf<T>(row), key };
}

function rowsOf(file: DatabaseSync, statement: string, ...values: readonly SQLInputValue[]): readonly Row[] {
  const prepared = file.prepare(statement);
  prepared.setReadBigInts(true);
  return prepared.all(...values) as unknown as readonly Row[];
}

function entryOf<T>({ k, v, v_encoding, version }: Row): Deno.KvEntry<T> {
  return { key: keyOf(k), value: decodeValue(v, Number(v_encoding)) as T, versionstamp: versionstampOf(version) };
}

// Encodings of values in the file of Deno KV.
const V8 = 1;

const U64 = 2;
const BYTES = 3;

/**
 * Decodes a value of the file.
 *
 * @throws {TypeError} For an unknown encoding.
 */
function decodeValue(bytes: Uint8Array, encoding: number): unknown {
  if (encoding === V8) return deserialize(bytes);
  if (encoding === BYTES) return bytes;
  if (encoding === U64) return new Deno.KvU64(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true));
  throw new TypeError(`The value has the encoding ${encoding}; known are ${[V8, U64, BYTES].join(", ")}.`);
}

/** Returns the versionstamp for a version number of the file. */
function versionstampOf(version: bigint): string {
  return `${version.toString(16).padStart(16, "0")}0000`;
}
