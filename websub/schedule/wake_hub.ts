import type { Store, StoreOperation } from "../../domain/store/store.ts";

/** Key of the row whose change wakes the running hubs. */
export const WAKE: Deno.KvKey = ["wake"];

/** Adds to an operation that the running hubs are to look at what is due: a queue does not wake other processes. */
export function wakeHub(operation: StoreOperation): StoreOperation {
  return operation.set(WAKE, crypto.randomUUID());
}

/** Reads what `wakeHub` wrote last; null for nothing yet. */
export async function readWake(kv: Store): Promise<string | null> {
  return (await kv.get<string>(WAKE)).value;
}
