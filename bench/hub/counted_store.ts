import type { Store } from "../../domain/store/store.ts";

/** Number of calls of a store. */
export interface StoreCounts {
  commits: number;
  /** Rows that commits have written, removed or added to. */
  rows: number;
  /** Rows that commits have written. */
  sets: number;
  /** Reads of rows and beginnings of lists. */
  reads: number;
}

/** A store that counts its calls. */
export interface CountedStore {
  readonly kv: Store;
  /** The calls since the last one of this function. */
  readonly counted: () => StoreCounts;
}

const NO_COUNTS: StoreCounts = { commits: 0, rows: 0, sets: 0, reads: 0 };
const IN_STORE: Counting = {
  set: ["commits", "rows"],
  delete: ["commits", "rows"],
  get: ["reads"],
  getMany: ["reads"],
  list: ["reads"],
};
const IN_OPERATION: Counting = {
  commit: ["commits"],
  set: ["rows", "sets"],
  delete: ["rows"],
  sum: ["rows"],
  enqueue: ["rows"],
};

/** What a call of each method adds to. */
type Counting = Readonly<Record<PropertyKey, readonly (keyof StoreCounts)[]>>;

/** Counts the calls of a store from now on. */
export function countedStore(store: Store): CountedStore {
  let counts = { ...NO_COUNTS };
  function proxied<T extends object>(inner: T, counting: Counting): T {
    const proxy: T = new Proxy(inner, {
      get: (_, name) => {
        const method: unknown = Reflect.get(inner, name);
        if (typeof method !== "function") return method;
        return (...args: unknown[]) => {
          for (const figure of counting[name] ?? []) counts[figure]++;
          const answer: unknown = method.apply(inner, args);
          if (answer === inner) return proxy;
          return name === "atomic" ? proxied(answer as object, IN_OPERATION) : answer;
        };
      },
    });
    return proxy;
  }
  return {
    kv: proxied(store, IN_STORE),
    counted: () => {
      const before = counts;
      counts = { ...NO_COUNTS };
      return before;
    },
  };
}
