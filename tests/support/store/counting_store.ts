import type { Store } from "../../../domain/store/store.ts";

/** A store that tells of no change, and counts what is read. */
export interface CountingStore {
  readonly store: Store;
  /** Rows that were read, and one for each look that found none. */
  readonly reads: () => number;
  /** Resolves when nothing is read or written any more, nor begun by what was. */
  readonly still: () => Promise<void>;
}

/** Counts the reads of a store as one that bills them would. */
export function countingStore(kv: Deno.Kv): CountingStore {
  let [reads, underWay] = [0, 0];
  const { setTimeout } = globalThis;
  const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

  async function noted<T>(call: Promise<T>): Promise<T> {
    underWay++;
    try {
      return await call;
    } finally {
      underWay--;
    }
  }

  const store = new Proxy(kv, {
    get: (target, name) => {
      if (name === "onRowChange") return () => () => {};
      if (name === "get") {
        return (key: Deno.KvKey) => {
          reads++;
          return noted(target.get(key));
        };
      }
      if (name === "getMany") {
        return (keys: readonly Deno.KvKey[]) => {
          reads += keys.length;
          return noted(target.getMany(keys));
        };
      }
      if (name === "list") {
        return (...list: Parameters<Deno.Kv["list"]>) => {
          reads++;
          return counted(target.list(...list));
        };
      }
      if (name === "atomic") return () => notedCommit(target.atomic());
      const member = Reflect.get(target, name, target);
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

  function notedCommit(operation: Deno.AtomicOperation): Deno.AtomicOperation {
    const commit = operation.commit.bind(operation);
    operation.commit = () => noted(commit());
    return operation;
  }

  function counted(rows: Deno.KvListIterator<unknown>) {
    let isFirst = true;
    return {
      get cursor() {
        return rows.cursor;
      },
      next: async () => {
        const next = await noted(rows.next());
        if (!next.done && !isFirst) reads++;
        isFirst = false;
        return next;
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }
  return {
    store,
    reads: () => reads,
    still: async () => {
      for (let quiet = 0; quiet < 2; quiet = underWay > 0 ? 0 : quiet + 1) await turn();
    },
  };
}
