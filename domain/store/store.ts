/** Maximum number of checks in a commit: KV Connect allows ten, and a `CertainStore` needs one for its receipt. */
export const MOST_CHECKS = 9;

/**
 * The part of `Deno.Kv` that the service uses; every `Deno.Kv` is one. Keys, rows and their order are those of Deno KV.
 * A value takes at most 65,536 bytes when serialised.
 */
export interface Store {
  /** Reads a row; value and versionstamp are null where there is none. */
  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>>;
  /** Reads at most ten rows as of one moment, in the order of the keys. */
  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }>;
  /**
   * Reads rows in the order of their keys, page by page; each page is a consistent snapshot.
   *
   * @param selector A prefix, or a range without its end.
   * @param options At most `limit` rows, `batchSize` of them (1 to 1,000) a page, starting at `cursor`.
   */
  list<T>(selector: Deno.KvListSelector, options?: StoreListOptions): StoreRows<T>;
  /**
   * Writes a row, replacing an existing one.
   *
   * @param options `expireIn`: milliseconds after which the row may be removed; it can be read until it is.
   */
  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult>;
  /** Removes a row, if it exists. */
  delete(key: Deno.KvKey): Promise<void>;
  /** Starts an atomic operation: all its writes happen, or none. */
  atomic(): StoreOperation;
  /** Delivers messages of the queue until the store is closed. Rejects on stores behind a network, which have none. */
  listenQueue(handler: (value: unknown) => Promise<void> | void): Promise<void>;
  /**
   * Rejects if the disk lacks room for this number of bytes. Writes nothing. Absent on stores that do not know their
   * disk.
   */
  requireRoom?(bytes: number): Promise<void>;
  /**
   * Removes the bytes that deleted and overwritten rows leave in the store's files. Absent where only a server has the
   * files. Rejects if that is impossible at the moment.
   */
  eraseTraces?(): Promise<void>;
  /** Change feed of rows; absent where rows have to be polled. */
  readonly onRowChange?: HearRow;
  /** Ends the use of the store. */
  close(): void;
}

/**
 * Calls a function after each change of a row by any process. Calls may be late, or without a change. Returns the
 * function that unsubscribes.
 */
export type HearRow = (key: Deno.KvKey, then: () => void) => () => void;

/** Range and page size of a list. */
export interface StoreListOptions {
  limit?: number;
  batchSize?: number;
  cursor?: string;
}

/** Delay of a queue message, and waits before retries of a failing handler, in milliseconds. */
export interface StoreQueueOptions {
  delay?: number;
  backoffSchedule?: number[];
}

/** Rows of a list. */
export interface StoreRows<T> extends AsyncIterableIterator<Deno.KvEntry<T>> {
  /** Cursor at which the next list starts; available after the first row. */
  readonly cursor: string;
}

/** Makes rows of a list from its functions. */
export function storeRows<T>(next: () => Promise<IteratorResult<Deno.KvEntry<T>>>, cursor: () => string): StoreRows<T> {
  return {
    next,
    [Symbol.asyncIterator]() {
      return this;
    },
    get cursor() {
      return cursor();
    },
  };
}

/**
 * Writes that are committed together if all checks hold. Limits: {@linkcode MOST_CHECKS} checks, 900 writes, 800,000
 * bytes.
 */
export interface StoreOperation {
  /** Requires these rows to have these versionstamps; null means no row. */
  check(...checks: Deno.AtomicCheck[]): StoreOperation;
  /** Writes a row. */
  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): StoreOperation;
  /** Removes a row. */
  delete(key: Deno.KvKey): StoreOperation;
  /** Adds to a `Deno.KvU64`, modulo 2^64; a missing row counts as 0. */
  sum(key: Deno.KvKey, n: bigint): StoreOperation;
  /** Adds a message to the queue, where the store has one. */
  enqueue(value: unknown, options?: StoreQueueOptions): StoreOperation;
  /**
   * Commits. `ok: false` means that a check failed and nothing was written. After an error the outcome is unknown,
   * unless the store documents otherwise.
   */
  commit(): Promise<CommitAnswer>;
}

/** Answer to a commit. */
export type CommitAnswer = Deno.KvCommitResult | Deno.KvCommitError;

/** Adds one write to an operation. */
export type Write = (operation: StoreOperation) => StoreOperation;

/** Commits checks and writes together. */
export function committed(
  kv: Pick<Store, "atomic">,
  checks: readonly Deno.AtomicCheck[],
  writes: readonly Write[],
): Promise<CommitAnswer> {
  return writes.reduce((operation, write) => write(operation), kv.atomic().check(...checks)).commit();
}

/** Collects checks and writes for a function that commits them. The function may repeat or refuse the commit. */
export class CollectedOperation implements StoreOperation {
  readonly #checks: Deno.AtomicCheck[] = [];
  readonly #writes: Write[] = [];

  constructor(
    private readonly commitAll: (
      checks: readonly Deno.AtomicCheck[],
      writes: readonly Write[],
    ) => Promise<CommitAnswer>,
  ) {}

  check(...checks: Deno.AtomicCheck[]): StoreOperation {
    this.#checks.push(...checks.map(({ key, versionstamp }) => ({ key, versionstamp })));
    return this;
  }

  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): StoreOperation {
    return this.#write((operation) => operation.set(key, value, options));
  }

  delete(key: Deno.KvKey): StoreOperation {
    return this.#write((operation) => operation.delete(key));
  }

  sum(key: Deno.KvKey, n: bigint): StoreOperation {
    return this.#write((operation) => operation.sum(key, n));
  }

  enqueue(value: unknown, options?: StoreQueueOptions): StoreOperation {
    return this.#write((operation) => operation.enqueue(value, options));
  }

  commit(): Promise<CommitAnswer> {
    return this.commitAll(this.#checks, this.#writes);
  }

  #write(write: Write): StoreOperation {
    this.#writes.push(write);
    return this;
  }
}
