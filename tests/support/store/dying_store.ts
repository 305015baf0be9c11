/**
 * A store as a process sees it that is killed after some commits: those have happened, and nothing more does.
 *
 * @param lives How many commits happen.
 */
export function dyingStore(kv: Deno.Kv, lives: number): Deno.Kv {
  let left = lives;

  async function commit<T>(write: () => Promise<T>): Promise<T> {
    if (left === 0) throw new KilledError("The process was killed.");
    const answer = await write();
    left--;
    return answer;
  }

  function dying(operation: Deno.AtomicOperation): Deno.AtomicOperation {
    const proxy: Deno.AtomicOperation = new Proxy(operation, {
      get: (target, name) => {
        if (name === "commit") return () => commit(() => target.commit());
        const method = Reflect.get(target, name);
        return (...args: unknown[]) => method.apply(target, args) === target ? proxy : undefined;
      },
    });
    return proxy;
  }

  return new Proxy(kv, {
    get: (target, name) => {
      const method = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      if (name === "atomic") return () => dying(target.atomic());
      if (name === "set" || name === "delete") return (...args: unknown[]) => commit(() => method.apply(target, args));
      return method.bind(target);
    },
  });
}

/** The end of a killed process. */
export class KilledError extends Error {
  override readonly name = "KilledError";
}

/**
 * Does something on a store again and again, killed after no commit, after one, and so on, until it gets to its end.
 *
 * @param seed Makes the store for each time.
 * @param look Looks at what a kill has left.
 * @returns After how many commits it gets to its end.
 */
export async function killedAtEachCommit(
  seed: () => Promise<Deno.Kv>,
  act: (kv: Deno.Kv) => Promise<unknown>,
  look: (kv: Deno.Kv, commits: number) => Promise<void>,
): Promise<number> {
  for (let commits = 0;; commits++) {
    using kv = await seed();
    try {
      await act(dyingStore(kv, commits));
      return commits;
    } catch (error) {
      if (!(error instanceof KilledError)) throw error;
    }
    await look(kv, commits);
  }
}
