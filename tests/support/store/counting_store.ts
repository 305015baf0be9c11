import type { Store } from "../../../domain/store/store.ts";

/** A store that tells of no change, and counts what is read. */
export interface CountingStore {
  readonly store: Store;
  /** Rows that were read, and one for each look that found none. */
  readonly reads: () => number;
}

/** Counts the reads of a store as one that bills them would. */
export function countingStore(kv: Deno.Kv): CountingStore {
  let reads = 0;
  const store = new Proxy(kv, {
    get: (target, name) => {
      if (name === "onRowChange") return () => () => {};
      if (name === "get") {
        return (key: Deno.KvKey) => {
          reads++;
          return target.get(key);
        };
      }
      if (name === "getMany") {
        return (keys: readonly Deno.KvKey[]) => {
          reads += keys.length;
          return target.getMany(keys);
        };
      }
      if (name === "list") {
        return (...list: Parameters<Deno.Kv["list"]>) => {
          reads++;
          return counted(target.list(...list));
        };
      }
      const member = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

  function counted(rows: Deno.KvListIterator<unknown>) {
    let isFirst = true;
    return {
      get cursor() {
        return rows.cursor;
      },
      next: async () => {
        const next = await rows.next();
        if (!next.done && !isFirst) reads++;
        isFirst = false;
        return next;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
  return { store, reads: () => reads };
}
