import { retryLocked } from "../domain/retry_locked.ts";

// The most that KV hands over at once.
const ROWS_A_PAGE = 500;

/** Reads rows a page at a time: however many there are, and also while another process writes to the file. */
export async function* pagedRows<T>(kv: Deno.Kv, selector: Deno.KvListSelector): AsyncGenerator<Deno.KvEntry<T>> {
  let cursor = "";
  for (;;) {
    const page = await retryLocked(async () => {
      const rows = kv.list<T>(selector, { limit: ROWS_A_PAGE, batchSize: ROWS_A_PAGE, cursor });
      const entries = await Array.fromAsync(rows);
      return { entries, cursor: rows.cursor };
    });
    yield* page.entries;
    if (page.entries.length < ROWS_A_PAGE) return;
    cursor = page.cursor;
  }
}
