import { retryLocked } from "../../domain/retry_locked.ts";
import type { Store } from "../../domain/store/store.ts";

// The most that KV hands over at once.
const ROWS_A_PAGE = 500;

/** Reads rows a page at a time: however many there are, and also while another process writes to the file. */
export async function* pagedRows<T>(kv: Store, selector: Deno.KvListSelector): AsyncGenerator<Deno.KvEntry<T>> {
  for await (const page of rowPages<T>(kv, selector, ROWS_A_PAGE)) yield* page;
}

/** The same, page by page: what stands in a page was so at some moment between asking for it and getting it. */
export async function* rowPages<T>(
  kv: Store,
  selector: Deno.KvListSelector,
  rowsAPage: number,
): AsyncGenerator<readonly Deno.KvEntry<T>[]> {
  let cursor = "";
  for (;;) {
    const page = await retryLocked(async () => {
      const rows = kv.list<T>(selector, { limit: rowsAPage, batchSize: rowsAPage, cursor });
      const entries = await Array.fromAsync(rows);
      return { entries, cursor: rows.cursor };
    });
    yield page.entries;
    if (page.entries.length < rowsAPage) return;
    cursor = page.cursor;
  }
}
