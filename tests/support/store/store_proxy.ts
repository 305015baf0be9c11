/** Replaces a store's own commits and reads. Both call through by default. */
interface StoreCalls {
  /** Makes a commit: that of an atomic operation, or a single `set` or `delete`. */
  readonly commit?: (commit: () => Promise<unknown>) => Promise<unknown>;
  /** Reads this number of rows, with `get` or `getMany`. */
  readonly read?: (read: () => Promise<unknown>, rows: number) => Promise<unknown>;
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
    const proxy: Deno.AtomicOperation = new Proxy(operation, {
      get: (_, name) => {
        if (name === "commit") return () => commit(() => operation.commit());
        return (...args: unknown[]) => {
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
        if (name === "set" || name === "delete") return commit(call);
        if (name === "get") return read(call, 1);
        return name === "getMany" ? read(call, (args[0] as readonly unknown[]).length) : call();
      };
    },
  });
}
