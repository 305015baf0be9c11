import type { Store, StoreRows } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { GuardedOperation } from "../file_store/guarded_operation.ts";

/** The calls of a store. */
export type StoreCall = "get" | "list" | "set" | "delete" | "commit" | "enqueue";

/** Does a call and sees how it ends. */
export type WatchCall = <T>(call: StoreCall, work: () => Promise<T>) => Promise<T>;

/** A store whose calls are watched; everything else is as it was. */
export function watchedStore(kv: Store, watch: WatchCall): Store {
  return {
    get: (key) => watch("get", () => kv.get(key)),
    getMany: (keys) => watch("get", () => kv.getMany(keys)),
    list: <T>(...selection: Parameters<Store["list"]>): StoreRows<T> => {
      const rows = kv.list<T>(...selection);
      return {
        get cursor() {
          return rows.cursor;
        },
        next: () => watch("list", () => rows.next()),
        [Symbol.asyncIterator]() {
          return this;
        },
      };
    },
    set: (...row) => watch("set", () => kv.set(...row)),
    delete: (key) => watch("delete", () => kv.delete(key)),
    atomic: () => new GuardedOperation(kv.atomic(), (commit) => watch("commit", commit)),
    enqueue: (...message) => watch("enqueue", () => kv.enqueue(...message)),
    listenQueue: (handler) => kv.listenQueue(handler),
    ...kv.requireRoom === undefined ? {} : { requireRoom: kv.requireRoom.bind(kv) },
    ...kv.onRowChange === undefined ? {} : { onRowChange: kv.onRowChange.bind(kv) },
    close: () => kv.close(),
  };
}

/** Has failed calls counted. */
export function countingErrors(count: (call: StoreCall, error: string) => void): WatchCall {
  return async (call, work) => {
    try {
      return await work();
    } catch (error) {
      count(call, errorName(error));
      throw error;
    }
  };
}

/** One of a few names: the text of an error may hold anything. */
function errorName(error: unknown): string {
  if (error instanceof StoreTroubleError) return error.fault;
  return /database is locked/.test(String(error)) ? "locked_for_now" : "other";
}
