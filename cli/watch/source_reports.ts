import type { Store } from "../../domain/store/store.ts";
import type { SourceHealth } from "../../routes/services.ts";
import { readSourceStates } from "./source_state.ts";

// Maximum age of the cached states. Hosted stores may charge for reads.
const OLD_AFTER_MS = 10_000;

/**
 * Makes a function that returns the cached states of the sources and refreshes them in the background every ten seconds.
 * `/healthz` does not wait for the store.
 *
 * @param now Milliseconds of a monotonic clock.
 */
export function sourceReports(
  kv: Store,
  now: () => number = () => performance.now(),
): () => readonly SourceHealth[] {
  let last: readonly SourceHealth[] = [];
  let readAt = -Infinity;

  async function read(): Promise<void> {
    try {
      const states = await readSourceStates(kv);
      last = [...states].map(([name, { kind, result, lookedAt, nextLookAt, importedAt, reason }]) => ({
        name,
        kind,
        result,
        lookedAt,
        nextLookAt,
        importedAt,
        reason,
      }));
    } catch {
      // `storeWatch` logs that the store cannot be read. Keep the cached states.
    }
  }

  return () => {
    if (now() - readAt >= OLD_AFTER_MS) {
      readAt = now();
      void read();
    }
    return last;
  };
}
