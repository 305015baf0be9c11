import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { retryLocked } from "../../../domain/store/retry_locked.ts";
import type { Store, StoreListOptions, StoreRows } from "../../../domain/store/store.ts";
import { afterKey, keyBytes, keyOf, selectorRange } from "../key_bytes.ts";
import { decodeValue, versionstampOf } from "./kv_encoding.ts";

/** How the file is opened: what each needs of the disk, the least first. */
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
// What Deno KV reads of its own accord, with a panic for an answer when it cannot.
const OWN = [
  "select count(*) from migration_state",
  "select version from data_version",
  "select count(*) from queue",
  "select count(*) from queue_running",
  "select count(*) from kv where expiration_ms >= 0",
];

// Every store of Deno KV has it from its first commit on.
const MARK = "migration_state";
const TABLES = "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name";

/** The file is an SQLite database, and not one of Deno KV. Deno KV would make its own tables in it. */
export class ForeignDatabaseError extends Error {
  override readonly name = "ForeignDatabaseError";
}

/**
 * Reads the file of a Deno KV store without Deno KV, which has to write before it reads and panics when it cannot. The
 * file is open during a read only, so that nobody else is kept from it.
 */
export class FileReader implements Pick<Store, "get" | "getMany" | "list"> {
  readonly #path: string;
  readonly #copyFolder: string | undefined;
  #copy: string | null = null;

  /**
   * @param copyFolder Where a store is copied to whose disk is read-only and that was closed properly: SQLite cannot open
   * it there. Undefined for the system's own folder of temporary files.
   */
  constructor(path: string, copyFolder?: string) {
    this.#path = path;
    this.#copyFolder = copyFolder;
  }

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
    return {
      next: () => rows.next(),
      [Symbol.asyncIterator]() {
        return this;
      },
      get cursor() {
        return after?.toHex() ?? "";
      },
    };
  }

  /**
   * Reads what Deno KV reads when it opens the file; rejects where that would panic. Tables may be missing.
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

  /** How many bytes of the file hold nothing: they are written to before it grows. */
  unusedBytes(): Promise<number> {
    return this.#read((file) => {
      const { pages, bytes } = file.prepare(UNUSED).get() as { readonly pages: number; readonly bytes: number };
      return pages * bytes;
    });
  }

  /** Removes the copy, if one was made. */
  close(): void {
    if (this.#copy !== null) Deno.removeSync(this.#copy, { recursive: true });
    this.#copy = null;
  }

  #read<T>(read: (file: DatabaseSync) => T): Promise<T> {
    // deno-lint-ignore require-await -- SQLite is asked synchronously: the file must not be open during anything else.
    return retryLocked(async () => this.#readAnyhow(read));
  }

  /** Reads in the first way that works; throws what was wrong with the first one. */
  #readAnyhow<T>(read: (file: DatabaseSync) => T): T {
    const faults: unknown[] = [];
    for (const opening of ["shared", "alone", "copy"] as const) {
      try {
        return this.#readOnce(opening, read);
      } catch (error) {
        // Only a disk that refuses the files beside the store is a reason to try otherwise.
        if (!/unable to open|I\/O error/.test(String(error)) && faults.length === 0) throw error;
        faults.push(error);
      }
    }
    throw faults[0];
  }

  #readOnce<T>(opening: Opening, read: (file: DatabaseSync) => T): T {
    const isAlone = opening === "alone";
    const path = opening === "copy" ? this.#copied() : this.#path;
    const file = new DatabaseSync(path, { readOnly: !isAlone });
    try {
      // Without other processes SQLite keeps in memory what it otherwise shares by a file, for which a full disk has no room.
      if (isAlone) file.exec("pragma locking_mode = exclusive");
      return read(file);
    } finally {
      file.close();
    }
  }

  #copied(): string {
    if (this.#copy === null) {
      const options = { prefix: "public-reviews-", ...this.#copyFolder === undefined ? {} : { dir: this.#copyFolder } };
      this.#copy = Deno.makeTempDirSync(options);
      for (const suffix of ["", "-wal"]) copyIfThere(this.#path + suffix, `${this.#copy}/store${suffix}`);
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
