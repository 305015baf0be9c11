import type { Store, StoreOperation } from "../../domain/store/store.ts";

/** Key of the row whose change wakes the running hubs. */
export const WAKE: Deno.KvKey = ["wake"];

/**
 * Adds the wake of all running hubs to an operation: they scan for what is due. A queue would wake only one process.
 */
export function wakeHub(operation: StoreOperation): StoreOperation {
  return operation.set(WAKE, crypto.randomUUID());
}

/** Reads the last value that `wakeHub` wrote; null if there is none. */
export async function readWake(kv: Store): Promise<string | null> {
  return (await kv.get<string>(WAKE)).value;
}
