/** A row that a commit sets. */
type SetRow = readonly [key: Deno.KvKey, value: unknown];

/** Replaces a store's own commits and reads. Both call through by default. */
interface StoreCalls {
  /** Makes a commit: that of an atomic operation with these rows, or a single `set` or `delete`. */
  readonly commit?: (commit: () => Promise<unknown>, rows: readonly SetRow[]) => Promise<unknown>;
  /** Reads these rows, with `get` or `getMany`. */
  readonly read?: (read: () => Promise<unknown>, keys: readonly Deno.KvKey[]) => Promise<unknown>;
}

const callThrough = (call: () => Promise<unknown>) => call();

/** A store whose commits and reads go through functions of a test. `overrides` replace other members. */
export function storeProxy(
  kv: Deno.Kv,
  { commit = callThrough, read = callThrough }: StoreCalls,
  overrides: Readonly<Record<PropertyKey, unknown>> = {},
): Deno.Kv {
  function atomic(): Deno.AtomicOperation {
    const operation = kv.atomic();
    const rows: SetRow[] = [];
    const proxy: Deno.AtomicOperation = new Proxy(operation, {
      get: (_, name) => {
        if (name === "commit") return () => commit(() => operation.commit(), rows);
        return (...args: unknown[]) => {
          if (name === "set") rows.push([args[0] as Deno.KvKey, args[1]]);
          const answer = Reflect.get(operation, name).apply(operation, args);
          return answer === operation ? proxy : answer;
        };
      },
    });
    return proxy;
  }
  return new Proxy(kv, {
    get: (_, name) => {
      if (name in overrides) return overrides[name];
      if (name === "atomic") return atomic;
      const method = Reflect.get(kv, name);
      if (typeof method !== "function") return method;
      return (...args: unknown[]) => {
        const call = () => method.apply(kv, args);
        if (name === "set" || name === "delete") return commit(call, []);
        if (name === "get") return read(call, [args[0] as Deno.KvKey]);
        return name === "getMany" ? read(call, args[0] as readonly Deno.KvKey[]) : call();
      };
    },
  });
}
