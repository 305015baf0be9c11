import type { Store, StoreRows } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { traced } from "../../../domain/tracing.ts";
import { GuardedOperation } from "../file_store/guarded_operation.ts";

/** The calls of a store. */
export type StoreCall = "get" | "list" | "set" | "delete" | "commit" | "enqueue";

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

/**
 * Makes a span of each call that is a part of something that is traced; the looks of timers are none.
 *
 * @param isTraced Whether something is going on that is traced.
 */
export function tracingCalls(watch: WatchCall, isTraced: () => boolean): WatchCall {
  return (call, work, isFurther = false) => {
    if (isFurther || !isTraced()) return watch(call, work, isFurther);
    const attributes = { "db.system.name": "deno.kv", "db.operation.name": call };
    return traced(`store ${call}`, { attributes, isClient: true }, () => watch(call, work));
  };
}
