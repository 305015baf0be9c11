import { publishImport } from "../../../cli/import/publish_import.ts";
import { openStore } from "../../../cli/service/open_store.ts";
import type { Store } from "../../../domain/store/store.ts";
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

/** Publishes one review with a text, as `import --replace` does: a process of its own takes ten times as long to start. */
export async function publishText(kvPath: string, text: string): Promise<void> {
  const nothing = { business: null, place: null, insights: null, taxonomy: null };
  const incoming = { ...nothing, reviews: [reviewOf({ text })], replace: true };
  await withStore(kvPath, (kv) => publishImport(kv, incoming, false));
}
