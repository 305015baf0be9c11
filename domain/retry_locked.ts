const TRIES = 10;

/**
 * Runs a KV operation again while SQLite says that another process holds the file: with two
 * processes on one file four writes in five met `database is locked`. Other errors pass through.
 *
 * @param wait Waits some milliseconds; tests pass their own.
 */
export async function retryLocked<T>(
  operation: () => Promise<T>,
  wait: (milliseconds: number) => Promise<void> = (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
): Promise<T> {
  for (let attempt = 1;; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (attempt === TRIES || !/database is locked/.test(String(error))) {
        throw error;
      }
      await wait(2 ** attempt * (0.5 + Math.random()));
    }
  }
}
