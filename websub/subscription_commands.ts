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
  | { readonly kind: "request"; readonly id: string; readonly entry: Deno.KvEntry<PendingRequest> }
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
    yield { kind: "request", id: idOf(entry.key), entry };
  }
  for await (const entry of kv.list<Denial>(idsFrom(beginning, denialKey))) {
    yield { kind: "denial", id: idOf(entry.key), entry };
  }
}

/**
 * Ends a subscription from a process other than the service. Commits removal and denial together (WebSub 5.2), and
 * wakes running hubs to send the denial. Removes a pending request as well, because its verification would restore the
 * subscription. A request to subscribe is denied too; an expired subscription and a request to unsubscribe are not.
 *
 * @param reason Text of the denial.
 * @returns False if there was nothing to remove.
 */
export async function removeSubscription(
  kv: Store,
  clock: Clock,
  path: TopicPath,
  id: string,
  reason: string,
): Promise<boolean> {
  for (;;) {
    const [subscription, pending] = await kv.getMany<[Subscription, PendingRequest]>(
      [subscriptionKey(path, id), pendingKey(id)],
    );
    const now = clock.now();
    const operation = wakeHub(kv.atomic());
    if (subscription.value !== null) dropSubscription(operation, subscription);
    if (pending.value !== null) dropPending(operation, pending);
    const live = subscription.value !== null && isLive(subscription.value, now) ? subscription.value : null;
    const denied = live ?? (pending.value?.mode === "subscribe" ? pending.value : null);
    if (denied !== null) putDenial(operation, id, denied, reason, now);
    if ((await operation.commit()).ok) return subscription.value !== null || pending.value !== null;
  }
}

// Number of rows to write in parallel, because a network store needs a round trip for each.
const AT_ONCE = 50;

/**
 * Makes running hubs send the newest version again (WebSub 7), by setting the rows one version back. A row that has
 * changed meanwhile is read again, so that no renewal or outcome is lost.
 *
 * @returns Numbers of subscriptions. Expired and removed ones are left out, and those to a topic without a version.
 */
export async function replaySubscriptions(
  kv: Store,
  clock: Clock,
  entries: AsyncIterable<Deno.KvEntry<Subscription>> | Iterable<Deno.KvEntry<Subscription>>,
): Promise<{ readonly replayed: number; readonly leftOut: number }> {
  const count = { replayed: 0, leftOut: 0 };
  let batch: Deno.KvEntry<Subscription>[] = [];

  // Writes a batch before the next row is read. A rejection during that read would be unhandled and end the process.
  async function replayBatch(): Promise<void> {
    const results = await Promise.all(batch.map((entry) => replay(kv, clock, entry)));
    batch = [];
    for (const isReplayed of results) count[isReplayed ? "replayed" : "leftOut"]++;
    if (results.includes(true)) await wakeHub(kv.atomic()).commit();
  }

  for await (const entry of entries) {
    if (batch.push(entry) === AT_ONCE) await replayBatch();
  }
  await replayBatch();
  return count;
}

async function replay(kv: Store, clock: Clock, entry: Deno.KvEntry<Subscription>): Promise<boolean> {
  let before: Deno.KvEntryMaybe<Subscription> = entry;
  for (; before.value !== null; before = await kv.get<Subscription>(entry.key)) {
    const { version = 0 } = (await readTopic(kv, before.value.path)).value ?? {};
    const now = clock.now();
    if (!isLive(before.value, now) || version === 0) return false;
    const deliveredVersion = Math.min(before.value.deliveredVersion, version - 1);
    const after = { ...withoutFailures(before.value), deliveredVersion, nextAttemptAt: now };
    if ((await putSubscription(kv.atomic(), before, after).commit()).ok) return true;
  }
  return false;
}
