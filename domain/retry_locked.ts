const TRIES = 10;

/**
 * Retries a KV operation while SQLite reports that another process has locked the file: with two processes writing to
 * one file, four writes in five failed with `database is locked`. At most ten tries with exponential waits; other
 * errors are thrown at once.
 *
 * @param wait Waits a number of milliseconds; tests replace it.
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
