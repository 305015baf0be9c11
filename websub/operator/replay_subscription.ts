import type { Clock } from "../clock.ts";
import { putSubscription } from "../store/hub_rows.ts";
import { isLive, type Subscription } from "../store/subscription.ts";
import { readTopic } from "../store/topic_store.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import type { Store } from "../../domain/store/store.ts";

/** How many subscriptions are sent their topic again, and why the others are not. */
export interface ReplayCount {
  readonly replayed: number;
  readonly expired: number;
  /** Removed since they were listed. */
  readonly gone: number;
  /** Their topic has no version yet. */
  readonly unpublished: number;
}

type ReplayResult = keyof ReplayCount;

// A store behind a network would take its time for each.
const AT_ONCE = 50;

/** The subscription that is sent a version (again) at once, whatever failed before. */
export function replayed(before: Subscription, version: number, now: number): Subscription {
  return {
    ...before,
    deliveredVersion: Math.min(before.deliveredVersion, version - 1),
    failures: 0,
    nextAttemptAt: now,
  };
}

/**
 * Has the newest version sent again (WebSub 7): the rows are put one version back, and running hubs are woken to
 * distribute it. A row that has changed meanwhile is read again, so that no renewal and no outcome is lost.
 */
export async function replaySubscriptions(
  kv: Store,
  clock: Clock,
  entries: AsyncIterable<Deno.KvEntry<Subscription>> | Iterable<Deno.KvEntry<Subscription>>,
): Promise<ReplayCount> {
  const count = { replayed: 0, expired: 0, gone: 0, unpublished: 0 };
  let batch: Deno.KvEntry<Subscription>[] = [];

  /** Begun together and not as each is read: one that fails during the read of the next would end the process. */
  async function replayBatch(): Promise<void> {
    const results = await Promise.all(batch.map((entry) => replay(kv, clock, entry)));
    batch = [];
    for (const result of results) count[result]++;
    if (results.includes("replayed")) await wakeHub(kv.atomic()).commit();
  }

  for await (const entry of entries) {
    if (batch.push(entry) === AT_ONCE) await replayBatch();
  }
  await replayBatch();
  return count;
}

async function replay(kv: Store, clock: Clock, entry: Deno.KvEntry<Subscription>): Promise<ReplayResult> {
  let before: Deno.KvEntryMaybe<Subscription> = entry;
  for (; before.value !== null; before = await kv.get<Subscription>(entry.key)) {
    if (!isLive(before.value, clock.now())) return "expired";
    const { version = 0 } = (await readTopic(kv, before.value.path)).value ?? {};
    if (version === 0) return "unpublished";
    const operation = putSubscription(kv.atomic(), before, replayed(before.value, version, clock.now()));
    if ((await operation.commit()).ok) return "replayed";
  }
  return "gone";
}
