/** How many checks a commit may have: KV Connect takes ten, and one is for the receipt of a `CertainStore`. */
export const MOST_CHECKS = 9;

/**
 * The store as the service uses it: the part of `Deno.Kv` that everything here speaks to. A `Deno.Kv` is one as it is.
 * Keys, rows and their order are those of Deno KV; a value takes at most 65,536 bytes once it is serialised.
 */
export interface Store {
  /** Reads a row; value and versionstamp are null where there is none. */
  get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>>;
  /** Reads at most ten rows as they were at one moment, in the order of the keys. */
  getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }>;
  /**
   * Reads rows in the order of their keys, page by page; each page is as it was at one moment.
   *
   * @param selector A prefix, or a range without its end.
   * @param options `limit` rows at most, `batchSize` of them a page (1 to 1,000), from `cursor` on.
   */
  list<T>(selector: Deno.KvListSelector, options?: StoreListOptions): StoreRows<T>;
  /**
   * Writes a row, whatever was there.
   *
   * @param options `expireIn`: milliseconds after which the row may be removed; it can be read until it is.
   */
  set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult>;
  /** Removes a row, if it is there. */
  delete(key: Deno.KvKey): Promise<void>;
  /** Begins an operation that is done as a whole or not at all. */
  atomic(): StoreOperation;
  /** Hands over messages of the queue until the store is closed. Stores behind a network have none and reject. */
  listenQueue(handler: (value: unknown) => Promise<void> | void): Promise<void>;
  /**
   * Rejects when there is no room for so many bytes, and nothing was written. Only a store that knows has it.
   */
  requireRoom?(bytes: number): Promise<void>;
  /**
   * Removes what deleted and overwritten rows have left in the store's own files. Absent where only a server has them.
   * Rejects if that cannot be done at the moment.
   */
  eraseTraces?(): Promise<void>;
  /** Tells of changed rows; absent where the store has to be asked again and again. */
  readonly onRowChange?: HearRow;
  /** Ends the use of the store. */
  close(): void;
}

/**
 * Calls a function after each change of a row, whichever process made it; it may be called without one, and the last
 * change may be told late. The answer takes that back.
 */
export type HearRow = (key: Deno.KvKey, then: () => void) => () => void;

/** Where a list begins and ends, and how much of it is asked for at once. */
export interface StoreListOptions {
  limit?: number;
  batchSize?: number;
  cursor?: string;
}

/** When a message of the queue is handed over, and how often again while its handler fails; milliseconds. */
export interface StoreQueueOptions {
  delay?: number;
  backoffSchedule?: number[];
}

/** Rows of a list. */
export interface StoreRows<T> extends AsyncIterableIterator<Deno.KvEntry<T>> {
  /** Where the next list goes on; known once a row was read. */
  readonly cursor: string;
}

/** Writes that are committed together, if all checks hold: at most {@linkcode MOST_CHECKS} checks, 900 writes and 800,000 bytes. */
export interface StoreOperation {
  /** Lets the commit happen only if these rows have these versionstamps; null for no row. */
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
   * Commits. `ok: false` says that a check did not hold and nothing was written; after an error that is not certain,
   * unless the store says so.
   */
  commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError>;
}
