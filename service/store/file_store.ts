import { DatabaseSync } from "node:sqlite";
import {
  CollectedOperation,
  committed,
  type Store,
  type StoreListOptions,
  type StoreOperation,
  type StoreRows,
  storeRows,
} from "../../domain/store/store.ts";
import {
  type StoreFault,
  type StoreHealth,
  type StoreTrouble,
  StoreTroubleError,
} from "../../domain/store/store_trouble.ts";
import { retryLocked } from "../../domain/store/watched_store.ts";
import { OperatorError } from "../../domain/operator_error.ts";
import { diskRoom, faultOf, requireRoom, writingFault } from "./disk_fault.ts";
import { fileSize, openFile, withFile } from "./open_file.ts";

type QueueHandler = (value: unknown) => Promise<void> | void;

// The reserve must be free twice to reopen, so that the store does not open and close again on a nearly full disk.
const ROOM_TO_REOPEN = 2;
// SQLite moves its log into the file at 4 MB; one of our commits has almost 1 MB.
const LONGEST_LOG_BYTES = 6_000_000;
const REOPEN_EVERY_MS = 3000;
// Sums of bytes in the file. Unused pages are filled before it grows.
const UNUSED = "select freelist_count * page_size from pragma_freelist_count, pragma_page_size";
const USED = "select (page_count - freelist_count) * page_size " +
  "from pragma_page_count, pragma_freelist_count, pragma_page_size";
const LOCK_WAIT_MS = 2000;

/**
 * A store in a file. Deno KV ends the process if its own writes fail, such as taking a message or removing an expired
 * row. So its handle is closed when the disk is nearly full or a call shows a fault of the file. Calls are refused until
 * the file can be written and is opened again.
 */
export class FileStore implements Store, StoreHealth {
  #trouble: StoreTrouble | null = null;
  #handler: QueueHandler | null = null;
  readonly #listening = Promise.withResolvers<void>();
  readonly #watchers = new Set<(trouble: StoreTrouble | null) => void>();
  #reopenAt = 0;
  #isClosed = false;

  private constructor(private readonly path: string, private kv: Deno.Kv | null) {}

  /** Opens the store; see `openFile`. */
  static async open(path: string): Promise<FileStore> {
    return new FileStore(path, await openFile(path));
  }

  get trouble(): StoreTrouble | null {
    return this.#trouble;
  }

  watch(onChange: (trouble: StoreTrouble | null) => void): void {
    this.#watchers.add(onChange);
  }

  /** Polls the disk. Closes the file if the disk is full, and reopens it when it can be written. */
  async look(): Promise<void> {
    const { free, needed } = diskRoom(this.path);
    if (this.kv !== null) {
      if (free < needed) this.#suspend(this.kv, "disk_full");
    } else if (!this.#isClosed && performance.now() >= this.#reopenAt && free >= needed * ROOM_TO_REOPEN) {
      this.#reopenAt = Infinity;
      await this.#reopen();
    }
  }

  async #reopen(): Promise<void> {
    try {
      // The operator may be restoring a backup. A new empty store must not take its place.
      if (fileSize(this.path) === 0) throw new StoreTroubleError("damaged");
      const kv = await openFile(this.path);
      if (this.#isClosed) return kv.close();
      this.kv = kv;
      this.#listen();
      this.#change(null);
    } catch (error) {
      this.#reopenAt = performance.now() + REOPEN_EVERY_MS;
      this.#change(faultOf(error) ?? "disk_failing");
    }
  }

  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    return this.#use((kv) => kv.get<T>(key));
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#use((kv) => kv.getMany<T>(keys));
  }

  list<T>(selector: Deno.KvListSelector, options?: StoreListOptions): StoreRows<T> {
    let rows: StoreRows<T> | null = null;
    return storeRows(
      () => this.#use((kv) => (rows ??= kv.list<T>(selector, options)).next()),
      () => rows?.cursor ?? "",
    );
  }

  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult> {
    return this.#use((kv) => kv.set(key, value, options));
  }

  delete(key: Deno.KvKey): Promise<void> {
    return this.#use((kv) => kv.delete(key));
  }

  atomic(): StoreOperation {
    return new CollectedOperation((...commit) => this.#use((kv) => committed(kv, ...commit)));
  }

  /** Receives messages whenever the file is open, until the store is closed. */
  listenQueue(handler: QueueHandler): Promise<void> {
    this.#handler = handler;
    this.#listen();
    return this.#listening.promise;
  }

  /** Rejects if the disk has no room: an aborted import would leave it full of unused chunks. */
  async requireRoom(bytes: number): Promise<void> {
    if (this.kv === null) throw this.#refusal();
    // deno-lint-ignore require-await -- SQLite works synchronously and throws if the file is locked.
    const unused = await retryLocked(async () =>
      withFile(this.path, { readOnly: true }, (file) => numberOf(file, UNUSED))
    );
    const wanted = Math.max(0, bytes - unused) + Math.min(bytes, LONGEST_LOG_BYTES);
    requireRoom(this.path, wanted, "to publish; nothing was written");
  }

  async eraseTraces(): Promise<void> {
    if (this.kv === null) throw this.#refusal();
    await eraseFileTraces(this.path);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.kv?.close();
    this.kv = null;
    this.#listening.resolve();
  }

  #listen(): void {
    const { kv } = this;
    if (kv === null || this.#handler === null) return;
    kv.listenQueue(this.#handler).catch((error) => {
      if (this.kv === kv) this.#listening.reject(error);
    });
  }

  async #use<T>(use: (kv: Deno.Kv) => Promise<T>): Promise<T> {
    const { kv } = this;
    if (kv === null) throw this.#refusal();
    try {
      return await use(kv);
    } catch (error) {
      // Otherwise the file was closed meanwhile.
      if (this.kv === kv) {
        const fault = faultOf(error);
        if (fault === null) throw error;
        this.#suspend(kv, fault);
      }
      throw this.#refusal();
    }
  }

  #refusal(): Error {
    if (this.#trouble === null) return new Deno.errors.BadResource("The store is closed");
    return new StoreTroubleError(this.#trouble.fault);
  }

  #suspend(kv: Deno.Kv, fault: StoreFault): void {
    this.kv = null;
    this.#reopenAt = performance.now() + REOPEN_EVERY_MS;
    kv.close();
    this.#change(fault === "damaged" ? fault : writingFault(this.path) ?? fault);
  }

  #change(fault: StoreFault | null): void {
    if (fault === (this.#trouble?.fault ?? null)) return;
    this.#trouble = fault === null ? null : { fault, since: Date.now() };
    for (const tell of this.#watchers) tell(this.#trouble);
  }
}

function numberOf(file: DatabaseSync, statement: string): number {
  return Number(Object.values(file.prepare(statement).get() ?? {})[0]);
}

/**
 * Rewrites the file of a store, so that no bytes of deleted rows are left in it or its log (`-wal`). Deno KV deletes
 * without overwriting: the bytes stay in free pages, gaps and the log until something else overwrites them. Other
 * processes may have the file open: they can read meanwhile, and their writes wait.
 *
 * @throws {OperatorError} If the disk has no room for a second file, or this program lacks permissions.
 * @throws {StoreTroubleError} If other processes keep the file locked.
 */
async function eraseFileTraces(path: string): Promise<void> {
  const file = new DatabaseSync(path);
  try {
    file.exec(`pragma busy_timeout = ${LOCK_WAIT_MS}`);
    requireRoom(path, numberOf(file, USED), "to write the store anew");
    // deno-lint-ignore require-await -- SQLite works synchronously and throws if the file is locked.
    await retryLocked(async () => vacuum(file));
    // deno-lint-ignore require-await -- As above.
    await retryLocked(async () => {
      // Moves the log into the file and empties it. The first column says whether another process reads from the log.
      if (numberOf(file, "pragma wal_checkpoint(truncate)") !== 0) throw new Error("database is locked");
    });
  } finally {
    file.close();
  }
}

function vacuum(file: DatabaseSync): void {
  try {
    file.exec("vacuum");
  } catch (error) {
    // VACUUM attaches a database, for which Deno requires all permissions.
    if (!/too many attached/.test(String(error))) throw error;
    throw new OperatorError("Only `deno task review erase` has the permissions to write the file anew.");
  }
}
