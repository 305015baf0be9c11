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
import { OperatorError } from "../../command/operator_error.ts";
import { diskRoom, faultOf, writingFault } from "./disk_fault.ts";
import { eraseFileTraces } from "./erase_traces.ts";
import { type FileReader, ForeignDatabaseError } from "./file_reader.ts";
import { fileSize, openFile } from "./open_file.ts";

type QueueHandler = (value: unknown) => Promise<void> | void;

// The reserve must be free twice to reopen, so that the store does not open and close again on a nearly full disk.
const ROOM_TO_REOPEN = 2;
// SQLite moves its log into the file at 4 MB; one of our commits has almost 1 MB.
const LONGEST_LOG_BYTES = 6_000_000;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;

/**
 * A store in a file that stays readable whatever its disk does. Deno KV ends the process if its own writes fail, such as
 * taking a message or removing an expired row. So its handle is closed when the disk is nearly full or a write has
 * failed, and opened again when the file can be written. Meanwhile `FileReader` reads, and writes are refused.
 */
export class FileStore implements Store, StoreHealth {
  #live: Deno.Kv | null;
  #trouble: StoreTrouble | null = null;
  #handler: QueueHandler | null = null;
  readonly #listening = Promise.withResolvers<void>();
  readonly #watchers = new Set<(trouble: StoreTrouble | null) => void>();
  #wait = FIRST_WAIT_MS;
  /** Time of the next reopening, by the monotonic clock. */
  #retryAt = 0;
  #isClosed = false;

  /** @param opened Deno KV on that file, or why it cannot be written. */
  constructor(
    private readonly path: string,
    private readonly reader: FileReader,
    opened: Deno.Kv | StoreFault,
    private readonly now: () => number = Date.now,
  ) {
    this.#live = typeof opened === "string" ? null : opened;
    if (typeof opened === "string") this.#trouble = { fault: opened, since: now() };
  }

  get trouble(): StoreTrouble | null {
    return this.#trouble;
  }

  watch(onChange: (trouble: StoreTrouble | null) => void): void {
    this.#watchers.add(onChange);
  }

  /** Polls the disk. Closes the store if it is full, and reopens it when it can be written. */
  async look(): Promise<void> {
    const { free, needed } = diskRoom(this.path);
    if (this.#live !== null) {
      if (free < needed) this.#suspend(this.#live, "disk_full");
      return;
    }
    if (this.#isClosed || performance.now() < this.#retryAt || free < needed * ROOM_TO_REOPEN) return;
    this.#retryAt = Infinity;
    const opened = await this.#reopen();
    this.#retryAt = performance.now() + this.#wait;
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT_MS);
    if (typeof opened === "string") return this.#change(opened);
    if (this.#isClosed) return opened.close();
    this.#live = opened;
    this.#wait = FIRST_WAIT_MS;
    this.#retryAt = 0;
    // Its copy is outdated from now on.
    this.reader.close();
    this.#listen();
    this.#change(null);
  }

  async #reopen(): Promise<Deno.Kv | StoreFault> {
    // The operator may be restoring a backup. A new empty store must not take its place.
    if (fileSize(this.path) === 0) return "damaged";
    try {
      return await openFile(this.path, this.reader);
    } catch (error) {
      return error instanceof ForeignDatabaseError ? "damaged" : faultOf(error) ?? "disk_failing";
    }
  }

  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    return this.#read((from) => from.get<T>(key));
  }

  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    return this.#read((from) => from.getMany<T>(keys));
  }

  list<T>(selector: Deno.KvListSelector, options: StoreListOptions = {}): StoreRows<T> {
    const live = this.#live;
    const rows: StoreRows<T> = (live ?? this.reader).list<T>(selector, options);
    return storeRows(() => this.#use(live, () => rows.next()), () => rows.cursor);
  }

  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult> {
    return this.#write((live) => live.set(key, value, options));
  }

  delete(key: Deno.KvKey): Promise<void> {
    return this.#write((live) => live.delete(key));
  }

  atomic(): StoreOperation {
    return new CollectedOperation((...commit) => this.#write((live) => committed(live, ...commit)));
  }

  /** Receives messages whenever the store can be written, until it is closed. */
  listenQueue(handler: QueueHandler): Promise<void> {
    this.#handler = handler;
    this.#listen();
    return this.#listening.promise;
  }

  /** Rejects if the disk has no room: an aborted import would leave it full of unused chunks. */
  async requireRoom(bytes: number): Promise<void> {
    if (this.#live === null) return await this.#refuse();
    const { free, needed } = diskRoom(this.path);
    const growth = Math.max(0, bytes - await this.reader.unusedBytes());
    const wanted = growth + Math.min(bytes, LONGEST_LOG_BYTES);
    const room = Math.max(0, free - needed);
    if (room >= wanted) return;
    throw new OperatorError(
      `The disk of the store has room for ${megabytes(room)} MB, and ${megabytes(wanted)} MB are needed: ` +
        `${megabytes(wanted - room)} MB are missing. Free some space on it. Nothing was written.`,
    );
  }

  async eraseTraces(): Promise<void> {
    if (this.#live === null) return await this.#refuse();
    await eraseFileTraces(this.path);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#live?.close();
    this.#live = null;
    this.reader.close();
    this.#listening.resolve();
  }

  #listen(): void {
    const live = this.#live;
    if (live === null || this.#handler === null) return;
    live.listenQueue(this.#handler).catch((error) => {
      if (this.#live === live) this.#listening.reject(error);
    });
  }

  async #read<T>(read: (from: Pick<Store, "get" | "getMany">) => Promise<T>): Promise<T> {
    const live = this.#live;
    try {
      return await this.#use(live, () => read(live ?? this.reader));
    } catch (error) {
      // The file can still be read, through the reader.
      if (live === null || !(error instanceof StoreTroubleError)) throw error;
      return await this.#read(read);
    }
  }

  #write<T>(write: (live: Deno.Kv) => Promise<T>): Promise<T> {
    const live = this.#live;
    return live === null ? this.#refuse() : this.#use(live, () => write(live));
  }

  #refuse(): Promise<never> {
    const fault = this.#trouble?.fault;
    return Promise.reject(
      fault === undefined ? new Deno.errors.BadResource("The store is closed") : new StoreTroubleError(fault),
    );
  }

  /** Uses the handle, or the reader if it is null. Closes the handle if an error shows a fault of the file. */
  async #use<T>(live: Deno.Kv | null, use: () => Promise<T>): Promise<T> {
    if (this.#isClosed || live === null && this.#trouble?.fault === "damaged") return await this.#refuse();
    try {
      return await use();
    } catch (error) {
      const fault = faultOf(error);
      if (live === null) {
        if (fault === null) throw error;
        if (fault === "damaged") this.#change(fault);
        return await this.#refuse();
      }
      // The handle was closed meanwhile.
      if (this.#live !== live) return await this.#refuse();
      if (fault === null) throw error;
      this.#suspend(live, fault);
      return await this.#refuse();
    }
  }

  #suspend(live: Deno.Kv, fault: StoreFault): void {
    this.#live = null;
    this.#retryAt = performance.now() + FIRST_WAIT_MS;
    live.close();
    this.#change(fault === "damaged" ? fault : writingFault(this.path) ?? fault);
  }

  #change(fault: StoreFault | null): void {
    if (fault === (this.#trouble?.fault ?? null)) return;
    this.#trouble = fault === null ? null : { fault, since: this.now() };
    for (const tell of this.#watchers) tell(this.#trouble);
  }
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
