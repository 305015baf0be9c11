/** What happens to a commit, or to its answer. */
export type Loss =
  /** It happens, and its answer is an error. */
  | "answer"
  /** It happens, and is made once more because the answer did not come: the client says what became of that. */
  | "repeated"
  /** It does not happen, and its answer is an error. */
  | "commit"
  /** Its answer is an error, and it arrives only just before the next call. */
  | "late";

/** All that there are. */
export const LOSSES: readonly Loss[] = ["answer", "repeated", "commit", "late"];

/**
 * A store that loses commits or their answers.
 *
 * @param lossOf What happens to the nth commit, counted from 0; null for nothing.
 */
export function losingStore(kv: Deno.Kv, lossOf: (nth: number) => Loss | null): Deno.Kv {
  let nth = 0;
  let delayed: (() => Promise<unknown>) | null = null;

  async function arrive(): Promise<void> {
    const commit = delayed;
    delayed = null;
    await commit?.();
  }

  async function lose(commit: () => Promise<unknown>): Promise<unknown> {
    await arrive();
    const loss = lossOf(nth++);
    if (loss === null) return await commit();
    if (loss === "late") delayed = commit;
    else if (loss !== "commit") await commit();
    if (loss === "repeated") return await commit();
    throw new Error(`The connection was lost (${loss}).`);
  }

  function losing(operation: Deno.AtomicOperation): Deno.AtomicOperation {
    const proxy: Deno.AtomicOperation = new Proxy(operation, {
      get: (target, name) => {
        if (name === "commit") return () => lose(() => target.commit());
        const method = Reflect.get(target, name);
        return (...args: unknown[]) => {
          const answer = method.apply(target, args);
          return answer === target ? proxy : answer;
        };
      },
    });
    return proxy;
  }

  return new Proxy(kv, {
    get: (target, name) => {
      const method = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      if (name === "atomic") return () => losing(target.atomic());
      if (name === "set" || name === "delete") return (...args: unknown[]) => lose(() => method.apply(target, args));
      if (name === "get" || name === "getMany") {
        return async (...args: unknown[]) => {
          await arrive();
          return await method.apply(target, args);
        };
      }
      return method.bind(target);
    },
  });
}

/**
 * Chooses what is lost by a seed: some two of eight commits, and never more than three of sixteen, so that whoever tries
 * again gets through in the end.
 */
export function seededLosses(seed: number): (nth: number) => Loss | null {
  let state = seed >>> 0;
  const lost: number[] = [];
  // Mulberry32.
  function random(): number {
    state = (state + 0x6D2B79F5) >>> 0;
    let mixed = Math.imul(state ^ state >>> 15, state | 1);
    mixed ^= mixed + Math.imul(mixed ^ mixed >>> 7, mixed | 61);
    return ((mixed ^ mixed >>> 14) >>> 0) / 2 ** 32;
  }
  return (nth) => {
    const loss = LOSSES[Math.floor(random() * 4 * LOSSES.length)];
    const third = lost.at(-3) ?? -Infinity;
    if (loss === undefined || nth - third < 16) return null;
    lost.push(nth);
    return loss;
  };
}
