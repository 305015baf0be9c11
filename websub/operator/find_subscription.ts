import { TOPIC_PATHS } from "../../domain/site.ts";
import type { Denial } from "../store/denial.ts";
import { denialKey, idOf, pendingKey } from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import type { Subscription } from "../store/subscription.ts";
import { idsFrom, topicSubscriptions } from "../store/topic_store.ts";
import type { Store } from "../../domain/store/store.ts";

/** Everything that the hub keeps under one id; at least one of the three is there. */
export interface FoundSubscription {
  readonly id: string;
  readonly subscription: Deno.KvEntry<Subscription> | null;
  readonly pending: Deno.KvEntry<PendingRequest> | null;
  readonly denial: Deno.KvEntry<Denial> | null;
}

/**
 * Finds what has an id that begins in some way, in the order of the ids.
 *
 * @param beginning Hexadecimal digits in lower case.
 */
export async function findSubscription(kv: Store, beginning: string): Promise<readonly FoundSubscription[]> {
  const found = new Map<string, FoundSubscription>();
  async function place<T>(
    rows: AsyncIterable<Deno.KvEntry<T>>,
    part: (entry: Deno.KvEntry<T>) => Partial<FoundSubscription>,
  ): Promise<void> {
    for await (const entry of rows) {
      const id = idOf(entry.key);
      const before = found.get(id) ?? { id, subscription: null, pending: null, denial: null };
      found.set(id, { ...before, ...part(entry) });
    }
  }
  for (const path of TOPIC_PATHS) {
    await place(topicSubscriptions(kv, path, beginning), (subscription) => ({ subscription }));
  }
  await place(kv.list<PendingRequest>(idsFrom(beginning, pendingKey)), (pending) => ({ pending }));
  await place(kv.list<Denial>(idsFrom(beginning, denialKey)), (denial) => ({ denial }));
  return [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}
