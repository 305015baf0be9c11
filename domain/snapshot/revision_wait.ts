import { type After, afterTime } from "../deadline.ts";

/** Lets requests wait for new revisions. */
export interface RevisionWait {
  /**
   * Resolves once a condition holds. Checks it now and after each new revision. Resolves earlier when the time is over,
   * the signal aborts or the service stops.
   */
  readonly until: (isThere: () => boolean, milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Signals that a new revision is loaded. */
  readonly wake: () => void;
  /** Ends all waits, now and later. */
  readonly close: () => void;
  readonly isClosed: () => boolean;
}

/** Creates a wait for the revisions of one loader. */
export function revisionWait(after: After = afterTime): RevisionWait {
  const checks = new Set<() => void>();
  let isClosed = false;
  const wake = () => {
    for (const check of [...checks]) check();
  };
  return {
    until: async (isThere, milliseconds, signal) => {
      if (isClosed || signal.aborted || isThere()) return;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const check = () => {
        try {
          if (isClosed || isThere()) resolve();
        } catch (error) {
          reject(error);
        }
      };
      const end = () => resolve();
      checks.add(check);
      signal.addEventListener("abort", end);
      const stop = after(milliseconds, end);
      try {
        await promise;
      } finally {
        checks.delete(check);
        signal.removeEventListener("abort", end);
        stop();
      }
    },
    wake,
    isClosed: () => isClosed,
    close: () => {
      isClosed = true;
      wake();
    },
  };
}
