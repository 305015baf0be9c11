import type { Store, StoreOperation } from "../../domain/store/store.ts";

/** What was asked of a store. */
export interface StoreCounts {
  commits: number;
  /** Rows that commits have written, removed or added to. */
  rows: number;
  /** Reads of rows and beginnings of lists. */
  reads: number;
}

/** A store that counts what is asked of it. */
export interface CountedStore {
  readonly kv: Store;
  /** What was asked since the last call. */
  readonly counted: () => StoreCounts;
}

const WRITES: readonly PropertyKey[] = ["set", "delete", "sum", "enqueue"];
const READS: readonly PropertyKey[] = ["get", "getMany", "list"];

/** Counts what is asked of a store from now on. */
export function countedStore(store: Store): CountedStore {
  let counts = noCounts();

  function operation(inner: StoreOperation): StoreOperation {
    const counting: StoreOperation = new Proxy(inner, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          if (name === "commit") counts.commits++;
          if (WRITES.includes(name)) counts.rows++;
          const answer: unknown = method.apply(target, args);
          return answer === target ? counting : answer;
        };
      },
    });
    return counting;
  }

  const kv = new Proxy(store, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      if (name === "atomic") return () => operation(target.atomic());
      return (...args: unknown[]) => {
        if (READS.includes(name)) counts.reads++;
        if (name === "set" || name === "delete") [counts.commits, counts.rows] = [counts.commits + 1, counts.rows + 1];
        return method.apply(target, args);
      };
    },
  });
  return {
    kv,
    counted: () => {
      const before = counts;
      counts = noCounts();
      return before;
    },
  };
}

function noCounts(): StoreCounts {
  return { commits: 0, rows: 0, reads: 0 };
}
