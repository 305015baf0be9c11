import { publishImport } from "../../../cli/import/publish_import.ts";
import { openStore } from "../../../cli/service/open_store.ts";
import type { Store } from "../../../domain/store/store.ts";
import { StoreTroubleError } from "../../../domain/store/store_trouble.ts";
import { reviewOf } from "../reviews/review_of.ts";

/** Uses the store of a service, as another process does. */
export async function withStore<T>(kvPath: string, use: (kv: Store) => Promise<T>): Promise<T> {
  const { kv } = await openStore(kvPath);
  try {
    return await use(kv);
  } finally {
    kv.close();
  }
}

const MOST_TRIES = 6;

/**
 * Publishes one review with a text, as `import --replace-all` does: a process of its own takes ten times as long to start.
 * Where a process that has the lock stands still for seconds, as on a busy machine, it is said again.
 */
export async function publishText(kvPath: string, text: string): Promise<void> {
  const nothing = { business: null, place: null, insights: null, taxonomy: null };
  const incoming = { ...nothing, reviews: [reviewOf({ text })], replace: "all" } as const;
  for (let attempt = 1;; attempt++) {
    try {
      await withStore(kvPath, (kv) => publishImport(kv, incoming, false));
      return;
    } catch (error) {
      const isLocked = error instanceof StoreTroubleError && error.fault === "locked";
      if (!isLocked || attempt === MOST_TRIES) throw error;
    }
  }
}
