import {
  CollectedOperation,
  committed,
  type Store,
  type StoreListOptions,
  type StoreOperation,
  type StoreRows,
  storeRows,
} from "../../../domain/store/store.ts";
import {
  type StoreFault,
  type StoreHealth,
  type StoreTrouble,
  StoreTroubleError,
} from "../../../domain/store/store_trouble.ts";
import { diskRoom, faultOf, requireRoom, writingFault } from "./disk_fault.ts";
import { eraseFileTraces } from "./erase_traces.ts";
import { fileSize, openFile, unusedBytes } from "./open_file.ts";

type QueueHandler = (value: unknown) => Promise<void> | void;

// The reserve must be free twice to reopen, so that the store does not open and close again on a nearly full disk.
const ROOM_TO_REOPEN = 2;
// SQLite moves its log into the file at 4 MB; one of our commits has almost 1 MB.
const LONGEST_LOG_BYTES = 6_000_000;
const REOPEN_EVERY_MS = 3000;

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
  /** Time of the next reopening, by the monotonic clock. */
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
    const growth = Math.max(0, bytes - await unusedBytes(this.path));
    const wanted = growth + Math.min(bytes, LONGEST_LOG_BYTES);
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

  /** Uses the open file. Closes it if an error shows a fault of it. */
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
