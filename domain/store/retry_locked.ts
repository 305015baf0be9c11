import { StoreTroubleError } from "./store_trouble.ts";

/** Reads time and waits; tests replace it. */
export interface LockClock {
  /** Milliseconds that never run backwards. */
  readonly now: () => number;
  readonly wait: (milliseconds: number) => Promise<void>;
}

const CLOCK: LockClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((go) => setTimeout(go, milliseconds)),
};
const TRIES = 10;
// SQLite itself waits five seconds for a lock, so this is two tries where another process stands still with it.
const GIVE_UP_AFTER_MS = 8000;

/**
 * Retries a KV operation while SQLite reports that another process has locked the file: with two processes writing to
 * one file, four writes in five failed with `database is locked`. At most ten tries with exponential waits, and none
 * after eight seconds: who asks would otherwise have no answer for a minute. Other errors are thrown at once.
 *
 * @throws {StoreTroubleError} When the file stays locked.
 */
export async function retryLocked<T>(operation: () => Promise<T>, clock: LockClock = CLOCK): Promise<T> {
  const start = clock.now();
  for (let attempt = 1;; attempt++) {
    try {
      return await operation();
    } catch (error) {
      if (!/database is locked/.test(String(error))) throw error;
      if (attempt === TRIES || clock.now() - start >= GIVE_UP_AFTER_MS) throw new StoreTroubleError("locked");
      await clock.wait(2 ** attempt * (0.5 + Math.random()));
    }
  }
}
