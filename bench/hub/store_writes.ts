/** What was written to a KV store. */
export interface StoreWrites {
  readonly commits: number;
  readonly rows: number;
}

/**
 * Counts the atomic operations and the rows that this process writes with them, from now on.
 *
 * @returns What was written since the last call.
 */
export function countStoreWrites(): () => StoreWrites {
  let [commits, rows] = [0, 0];
  const { commit, set } = Deno.AtomicOperation.prototype;
  Deno.AtomicOperation.prototype.commit = function () {
    commits++;
    return commit.call(this);
  };
  Deno.AtomicOperation.prototype.set = function (...args) {
    rows++;
    return set.apply(this, args);
  };
  return () => {
    const counted = { commits, rows };
    commits = rows = 0;
    return counted;
  };
}
