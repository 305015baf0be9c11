import type { Store } from "../../domain/store/store.ts";
import type { SourceHealth } from "../../routes/services.ts";
import { readSourceStates } from "./source_state.ts";

// Each look reads a row a source, which may have its price.
const OLD_AFTER_MS = 10_000;

/**
 * Tells how the sources stand, as it was read within the last ten seconds before the last question: who asks whether the
 * service lives does not wait for the store.
 *
 * @param now A clock that nobody can put back, in milliseconds.
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
      // That the store cannot be read is told by who watches it; what was read before still stands.
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
