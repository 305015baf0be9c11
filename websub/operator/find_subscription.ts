import { TOPIC_PATHS } from "../../domain/site.ts";
import type { Denial } from "../store/denial.ts";
import { denialKey, pendingKey, subscriptionKey } from "../store/hub_rows.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import { readShards, withVersion } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
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
  async function look<T>(
    keyOf: (id: string) => Deno.KvKey,
    place: (entry: Deno.KvEntry<T>) => Partial<FoundSubscription>,
  ): Promise<void> {
    // No digit comes after f, so g is the end of everything that begins so.
    const range = { start: keyOf(beginning), end: keyOf(`${beginning}g`) };
    for await (const entry of kv.list<T>(range)) {
      const id = String(entry.key.at(-1));
      const before = found.get(id) ?? { id, subscription: null, pending: null, denial: null };
      found.set(id, { ...before, ...place(entry) });
    }
  }
  for (const path of TOPIC_PATHS) {
    const shards = await readShards(kv, path);
    await look<Subscription>(
      (id) => subscriptionKey(path, id),
      (entry) => ({ subscription: withVersion(entry, shards) }),
    );
  }
  await look<PendingRequest>(pendingKey, (pending) => ({ pending }));
  await look<Denial>(denialKey, (denial) => ({ denial }));
  return [...found.values()].sort((a, b) => a.id < b.id ? -1 : 1);
}
