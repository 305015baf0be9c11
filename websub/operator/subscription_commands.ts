import type { TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import type { Clock } from "../clock.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import {
  dropPending,
  dropSubscription,
  pendingKey,
  putDenial,
  putSubscription,
  subscriptionKey,
} from "../store/hub_rows.ts";
import { isLive, type PendingRequest, type Subscription } from "../store/subscription.ts";
import { readTopic } from "../store/topic_store.ts";

/** What {@linkcode removeSubscription} removed. */
export interface RemovedSubscription {
  /** `live` if its subscriber will be told; an expired one has nothing left to be told of. */
  readonly subscription: "live" | "expired" | null;
  /** True if a pending request was removed. */
  readonly pending: boolean;
}

/**
 * Ends a subscription from another process than the one that serves. Commits removal and denial together, so that every
 * subscriber is told (WebSub 5.2), and wakes running hubs to tell it. Removes a pending request as well: its
 * verification would restore the subscription.
 *
 * @param reason What the subscriber is told.
 */
export async function removeSubscription(
  kv: Store,
  clock: Clock,
  path: TopicPath,
  id: string,
  reason: string,
): Promise<RemovedSubscription> {
  const keys = [subscriptionKey(path, id), pendingKey(id)] as const;
  for (;;) {
    const [subscription, pending] = await kv.getMany<[Subscription, PendingRequest]>([...keys]);
    const now = clock.now();
    const operation = wakeHub(kv.atomic());
    let ended: RemovedSubscription["subscription"] = null;
    if (subscription.value !== null) {
      ended = isLive(subscription.value, now) ? "live" : "expired";
      dropSubscription(operation, subscription);
      if (ended === "live") putDenial(operation, id, subscription.value, reason, now);
    }
    if (pending.value !== null) dropPending(operation, pending);
    if ((await operation.commit()).ok) {
      return { subscription: ended, pending: pending.value !== null };
    }
  }
}

/** How many subscriptions are sent their topic again, and why the others are not. */
export interface ReplayCount {
  readonly replayed: number;
  readonly expired: number;
  /** Removed since they were listed. */
  readonly gone: number;
  /** Their topic has no version yet. */
  readonly unpublished: number;
}

// Rows written at the same time: a store behind a network needs a round trip for each.
const AT_ONCE = 50;

/** Sets a subscription back to before a version, due at once and without failures. */
export function replayed(before: Subscription, version: number, now: number): Subscription {
  return {
    ...before,
    deliveredVersion: Math.min(before.deliveredVersion, version - 1),
    failures: 0,
    nextAttemptAt: now,
  };
}

/**
 * Has the newest version sent again (WebSub 7): sets the rows one version back and wakes running hubs to distribute it.
 * Reads a row again that has changed meanwhile, so that no renewal and no outcome is lost.
 */
export async function replaySubscriptions(
  kv: Store,
  clock: Clock,
  entries: AsyncIterable<Deno.KvEntry<Subscription>> | Iterable<Deno.KvEntry<Subscription>>,
): Promise<ReplayCount> {
  const count = { replayed: 0, expired: 0, gone: 0, unpublished: 0 };
  let batch: Deno.KvEntry<Subscription>[] = [];

  // Together, not while the next is read: a rejection during that read would be unhandled and end the process.
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

async function replay(kv: Store, clock: Clock, entry: Deno.KvEntry<Subscription>): Promise<keyof ReplayCount> {
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
