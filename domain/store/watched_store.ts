import { retryLocked } from "./retry_locked.ts";
import { GuardedOperation } from "./guarded_operation.ts";
import type { Store, StoreRows } from "./store.ts";

/** The calls of a store. */
export type StoreCall = "get" | "list" | "set" | "delete" | "commit";

/**
 * Does a call and sees how it ends.
 *
 * @param isFurther Whether it is a row of a list after the first: most of them are there already.
 */
export type WatchCall = <T>(call: StoreCall, work: () => Promise<T>, isFurther?: boolean) => Promise<T>;

/** A store whose calls are watched; everything else is as it was. */
export function watchedStore(kv: Store, watch: WatchCall): Store {
  return {
    get: (key) => watch("get", () => kv.get(key)),
    getMany: (keys) => watch("get", () => kv.getMany(keys)),
    list: <T>(...selection: Parameters<Store["list"]>): StoreRows<T> => {
      const rows = kv.list<T>(...selection);
      let isFurther = false;
      return {
        get cursor() {
          return rows.cursor;
        },
        next: () => {
          const isFirst = !isFurther;
          isFurther = true;
          return watch("list", () => rows.next(), !isFirst);
        },
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    set: (...row) => watch("set", () => kv.set(...row)),
    delete: (key) => watch("delete", () => kv.delete(key)),
    atomic: () => new GuardedOperation(kv.atomic(), (commit) => watch("commit", commit)),
    listenQueue: (handler) => kv.listenQueue(handler),
    ...kv.requireRoom === undefined ? {} : { requireRoom: kv.requireRoom.bind(kv) },
    ...kv.eraseTraces === undefined ? {} : { eraseTraces: kv.eraseTraces.bind(kv) },
    ...kv.onRowChange === undefined ? {} : { onRowChange: kv.onRowChange.bind(kv) },
    close: () => kv.close(),
  };
}

/** A store that tries again what another process has locked. Each try is watched. */
export function retriedStore(kv: Store, watch: WatchCall = (_, work) => work()): Store {
  return watchedStore(kv, (call, work, isFurther) => retryLocked(() => watch(call, work, isFurther)));
}
