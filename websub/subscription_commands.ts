import { TOPIC_PATHS, type TopicPath } from "../domain/site.ts";
import type { Store } from "../domain/store/store.ts";
import type { Clock } from "./clock.ts";
import { wakeHub } from "./schedule/scheduler.ts";
import {
  denialKey,
  dropPending,
  dropSubscription,
  idOf,
  pendingKey,
  putDenial,
  putSubscription,
  subscriptionKey,
} from "./store/hub_rows.ts";
import { type Denial, isLive, type PendingRequest, type Subscription, withoutFailures } from "./store/subscription.ts";
import { idsFrom, readTopic, topicSubscriptions } from "./store/topic_store.ts";

/** A row for a pair of topic and callback. Rows of different kinds may have the same id. */
export type HubEntry =
  | { readonly kind: "subscription"; readonly id: string; readonly entry: Deno.KvEntry<Subscription> }
  | { readonly kind: "pending"; readonly id: string; readonly entry: Deno.KvEntry<PendingRequest> }
  | { readonly kind: "denial"; readonly id: string; readonly entry: Deno.KvEntry<Denial> };

/**
 * Lists the subscriptions by topic, including expired ones, then the pending requests, then the denials. Each list is
 * in the order of the ids.
 *
 * @param beginning Beginning of the wanted ids: hexadecimal digits in lower case.
 */
export async function* hubEntries(kv: Store, beginning = ""): AsyncGenerator<HubEntry> {
  for (const path of TOPIC_PATHS) {
    for await (const entry of topicSubscriptions(kv, path, beginning)) {
      yield { kind: "subscription", id: idOf(entry.key), entry };
    }
  }
  for await (const entry of kv.list<PendingRequest>(idsFrom(beginning, pendingKey))) {
    yield { kind: "pending", id: idOf(entry.key), entry };
  }
  for await (const entry of kv.list<Denial>(idsFrom(beginning, denialKey))) {
    yield { kind: "denial", id: idOf(entry.key), entry };
  }
}

/** Result of {@linkcode removeSubscription}. */
export interface RemovedSubscription {
  /** State of the removed subscription; null if there was none. Only the subscriber of a live one gets a denial. */
  readonly subscription: "live" | "expired" | null;
  /** True if a pending request was removed. */
  readonly pending: boolean;
}

/**
 * Ends a subscription from a process other than the service. Commits removal and denial together (WebSub 5.2), and
 * wakes running hubs to send the denial. Removes a pending request as well, because its verification would restore the
 * subscription.
 *
 * @param reason Text of the denial.
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

/** Number of subscriptions that will get their topic again, and of others by reason. */
export interface ReplayCount {
  readonly replayed: number;
  readonly expired: number;
  /** Number of those removed since they were listed. */
  readonly gone: number;
  /** Number of those whose topic has no version yet. */
  readonly unpublished: number;
}

// Number of rows to write in parallel, because a network store needs a round trip for each.
const AT_ONCE = 50;

/** Returns a subscription that lacks a version, is due at once and has no failures. */
export function replayed(before: Subscription, version: number, now: number): Subscription {
  return {
    ...withoutFailures(before),
    deliveredVersion: Math.min(before.deliveredVersion, version - 1),
    nextAttemptAt: now,
  };
}

/**
 * Makes running hubs send the newest version again (WebSub 7), by setting the rows one version back. A row that has
 * changed meanwhile is read again, so that no renewal or outcome is lost.
 */
export async function replaySubscriptions(
  kv: Store,
  clock: Clock,
  entries: AsyncIterable<Deno.KvEntry<Subscription>> | Iterable<Deno.KvEntry<Subscription>>,
): Promise<ReplayCount> {
  const count = { replayed: 0, expired: 0, gone: 0, unpublished: 0 };
  let batch: Deno.KvEntry<Subscription>[] = [];

  // Writes a batch before the next row is read. A rejection during that read would be unhandled and end the process.
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
