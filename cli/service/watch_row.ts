import type { StoreHealth } from "../../domain/store/store_health.ts";

/**
 * Hears of the changes of a row from a store behind KV Connect. While the store is silent nothing is asked: Deno's client
 * would ask four times a second, and print a line each time.
 *
 * @param health Of the same store.
 * @returns Takes it back.
 */
export function watchRow(
  kv: Pick<Deno.Kv, "watch">,
  health: Pick<StoreHealth, "watch">,
  key: Deno.KvKey,
  then: () => void,
): () => void {
  let reader: ReadableStreamDefaultReader | null = null;
  let isEnded = false;

  function end(): void {
    void reader?.cancel().catch(() => {});
    reader = null;
  }
  async function read(from: ReadableStreamDefaultReader): Promise<void> {
    while (!(await from.read()).done) then();
  }
  function begin(): void {
    if (isEnded || reader !== null) return;
    reader = kv.watch([key]).getReader();
    // It ends with the store; who listens also looks by itself.
    read(reader).catch(() => {});
  }

  begin();
  health.watch((trouble) => trouble === null ? begin() : end());
  return () => {
    isEnded = true;
    end();
  };
}
