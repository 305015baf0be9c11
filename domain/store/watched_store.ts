import { CollectedOperation, committed, type Store, type StoreRows, storeRows } from "./store.ts";
import { StoreTroubleError } from "./store_trouble.ts";

/** Kinds of calls to a store. */
export type StoreCall = "get" | "list" | "set" | "delete" | "commit";

/** Runs a call and observes its outcome. Each row of a list is a call. */
export type WatchCall = <T>(call: StoreCall, work: () => Promise<T>) => Promise<T>;

/** Wraps a store so that `watch` runs every call. */
export function watchedStore(kv: Store, watch: WatchCall): Store {
  return {
    get: (key) => watch("get", () => kv.get(key)),
    getMany: (keys) => watch("get", () => kv.getMany(keys)),
    list: <T>(...selection: Parameters<Store["list"]>): StoreRows<T> => {
      const rows = kv.list<T>(...selection);
      return storeRows(() => watch("list", () => rows.next()), () => rows.cursor);
    },
    set: (...row) => watch("set", () => kv.set(...row)),
    delete: (key) => watch("delete", () => kv.delete(key)),
    atomic: () => new CollectedOperation((...commit) => watch("commit", () => committed(kv, ...commit))),
    listenQueue: (handler) => kv.listenQueue(handler),
    ...kv.requireRoom === undefined ? {} : { requireRoom: kv.requireRoom.bind(kv) },
    ...kv.eraseTraces === undefined ? {} : { eraseTraces: kv.eraseTraces.bind(kv) },
    ...kv.onRowChange === undefined ? {} : { onRowChange: kv.onRowChange.bind(kv) },
    close: () => kv.close(),
  };
}

/** Wraps a store so that locked calls are retried (see {@linkcode retryLocked}). `watch` sees each try. */
export function retriedStore(kv: Store, watch: WatchCall = (_, work) => work()): Store {
  return watchedStore(kv, (call, work) => retryLocked(() => watch(call, work)));
}

/** Clock of the retries; tests replace it. */
interface LockClock {
  /** Monotonic time in milliseconds. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const CLOCK: LockClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
};

const LONGEST_WAIT_MS = 128;
// Time limit for retries. SQLite itself waits five seconds for a lock, so two tries fit in while a stopped process
// holds it.
const GIVE_UP_AFTER_MS = 8000;

/**
 * Retries a KV operation while SQLite reports a lock of another process. With two writing processes, four writes in
 * five failed with `database is locked`. Gives up after eight seconds, so that callers get an answer in time. Other
 * errors are thrown at once.
 *
 * @throws {StoreTroubleError} If the file stays locked.
 */
export async function retryLocked<T>(operation: () => Promise<T>, clock: LockClock = CLOCK): Promise<T> {
  const start = clock.now();
  for (let attempt = 1;; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!/database is locked/.test(String(error))) throw error;
      if (clock.now() - start >= GIVE_UP_AFTER_MS) throw new StoreTroubleError("locked");
      await clock.wait(Math.min(2 ** attempt, LONGEST_WAIT_MS) * (0.5 + Math.random()));
    }
  }
}
