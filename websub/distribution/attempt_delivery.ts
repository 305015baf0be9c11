import type { HubContext } from "../hub_context.ts";
import { recordAbout, resultOf, shownId } from "../hub_log.ts";
import { dropSubscription, dueKey, idOf, putDenial, putSubscription, readSubscription } from "../store/hub_rows.ts";
import { type Attempt, isLive, type Subscription } from "../store/subscription.ts";
import { contentDistribution } from "./content_distribution.ts";
import { attemptOf, deliveryOutcome } from "./delivery_outcome.ts";
import type { Delivery } from "./owned_shard.ts";
import { mayTryEarly, nextAttempt } from "./retries.ts";
import { type Shard, versionOf } from "../store/shard.ts";
import { readTopic } from "../store/topic_store.ts";

/** A delivery attempt whose outcome is not stored yet. */
export interface MadeAttempt {
  readonly before: Deno.KvEntry<Subscription>;
  readonly attempt: Attempt;
  /** False for an early attempt, which a newer version caused. */
  readonly isDue: boolean;
}

type DeliveryAttempt =
  | { readonly kind: "made"; readonly made: MadeAttempt }
  /** Nothing was sent: the subscription has the version already, has ended, or has another due time. */
  | { readonly kind: "needless" }
  /** Not sent or cut off: this process stops, or another scan or process will deliver. */
  | { readonly kind: "given_up" }
  /** Not sent, because the last heartbeat is too old. Retried once a new heartbeat proves ownership. */
  | { readonly kind: "not_now" };

/** Delay before a job that could not begin is retried, in milliseconds. */
export const AGAIN_AFTER_MS = 1000;

/**
 * Sends a subscriber the current version of its shard, if due. Does not record the attempt. Removes the row or index
 * entry that caused a needless retry.
 *
 * @param isFresh Returns true while the last heartbeat proves that this process owns its shards.
 */
export async function attemptDelivery(
  context: HubContext,
  delivery: Delivery,
  isFresh: () => boolean,
): Promise<DeliveryAttempt> {
  const { shard, id } = delivery;
  const { kv } = context;
  let { entry }: { entry: Deno.KvEntryMaybe<Subscription> | null } = delivery;
  if (entry === null || !hasValue(entry) || !isToSend(context, delivery, entry.value)) {
    // Read again even if the scanned row needs no delivery: it may have been renewed since.
    entry = await readSubscription(kv, shard.path, id);
  }
  // Checked after the read, during which this process may have paused or lost the shard. A newer version may also have
  // been published: its scan finds the subscription again.
  if (shard.hasFailed || delivery.isDropped || context.isStopping()) return { kind: "given_up" };
  if (!isFresh()) return { kind: "not_now" };
  if (hasValue(entry) && isToSend(context, delivery, entry.value)) {
    delivery.version = shard.content.version;
    const made = await exchange(context, id, entry, delivery);
    return made === null ? { kind: "given_up" } : { kind: "made", made };
  }
  if (delivery.dueAt !== null) await leaveDue(context, delivery, delivery.dueAt, entry);
  return { kind: "needless" };
}

function isToSend(
  { clock, settings }: Pick<HubContext, "clock" | "settings">,
  { dueAt, shard }: Delivery,
  subscription: Subscription,
): boolean {
  const now = clock.now();
  const { version } = shard.content;
  const { nextAttemptAt, deliveredVersion } = subscription;
  if (deliveredVersion >= version || !isLive(subscription, now)) return false;
  return nextAttemptAt <= now ? nextAttemptAt === (dueAt ?? 0) : mayTryEarly(subscription, version, now, settings);
}

async function exchange(
  { client, clock, record, destinations, isClosing }: HubContext,
  id: string,
  before: Deno.KvEntry<Subscription>,
  { shard: { content } }: Delivery,
): Promise<MadeAttempt | null> {
  const { callback, path, nextAttemptAt } = before.value;
  const start = clock.now();
  const isDue = nextAttemptAt <= start;
  const limit = destinations.connections(before.value.address);
  const answer = await client.exchange({ ...contentDistribution(before.value, content, start), limit });
  if (answer.kind === "failed" && isClosing()) return null;
  const at = clock.now();
  const attempt = attemptOf(answer, content.version, at, at - start);
  record({
    event: "distribution",
    topic: path,
    host: callback.host,
    subscription: shownId(id),
    version: content.version,
    ...isDue ? nextAttempt(before.value) : { delivery: null, attempt: null },
    result: resultOf(answer),
    milliseconds: attempt.milliseconds,
  });
  return { before, attempt, isDue };
}

async function leaveDue(
  { kv, clock, scheduler }: HubContext,
  { shard, id }: Delivery,
  dueAt: number,
  entry: Deno.KvEntryMaybe<Subscription>,
): Promise<void> {
  const { path } = shard;
  if (!hasValue(entry) || entry.value.nextAttemptAt !== dueAt) {
    await kv.delete(dueKey(path, id, dueAt));
  } else if (!isLive(entry.value, clock.now())) {
    await dropSubscription(kv.atomic(), entry).commit();
  } else if (dueAt <= clock.now()) {
    // The subscription lacks a version that this process has not loaded.
    shard.putOff(id);
    const operation = scheduler.schedule(kv.atomic(), { kind: "deliver", path, id }, AGAIN_AFTER_MS);
    await operation.commit();
  }
}

function hasValue<T>(entry: Deno.KvEntryMaybe<T>): entry is Deno.KvEntry<T> {
  return entry.versionstamp !== null;
}

/**
 * Records a failure, or the first success after one, in the row of the subscription. A renewal that was written
 * meanwhile is kept. A row that was removed meanwhile is not restored.
 *
 * @param shard The row of its shard.
 */
export async function recordAttempt(
  context: HubContext,
  shard: Shard,
  { before, attempt, isDue }: MadeAttempt,
): Promise<void> {
  const { kv, clock, scheduler, settings } = context;
  const { key } = before;
  const id = idOf(key);
  let entry = before;
  for (;;) {
    const deliveredVersion = versionOf(entry.value, id, shard);
    const current = { ...entry.value, deliveredVersion };
    const outcome = deliveryOutcome(current, attempt, isDue, settings, context.random());
    // The callback answered 410 but has confirmed a newer request since. Keep the subscription and send the version
    // again.
    if (outcome.kind === "gone" && entry.value.verifiedAt !== before.value.verifiedAt) {
      if (current.nextAttemptAt > 0 || deliveredVersion >= attempt.version) return;
      const now = clock.now();
      const operation = putSubscription(kv.atomic(), entry, { ...current, nextAttemptAt: now });
      scheduler.schedule(operation, { kind: "deliver", path: current.path, id }, 0);
      if ((await operation.commit()).ok) return;
    } else if (outcome.kind === "gone" || outcome.kind === "given_up") {
      if (await endSubscription(context, entry, outcome.kind === "gone" ? null : outcome.reason)) return;
    } else {
      const topic = await readTopic(kv, entry.value.path);
      const isBehind = outcome.subscription.deliveredVersion < (topic.value?.version ?? 0);
      // A newer version was published meanwhile, and its scan has skipped this subscription.
      const nextAttemptAt = outcome.kind === "delivered" && isBehind ? clock.now() : outcome.subscription.nextAttemptAt;
      const after = { ...outcome.subscription, nextAttemptAt };
      const operation = putSubscription(kv.atomic().check(topic), entry, after);
      if (nextAttemptAt > 0 && nextAttemptAt !== current.nextAttemptAt) {
        scheduler.schedule(operation, { kind: "deliver", path: after.path, id }, nextAttemptAt - clock.now());
      }
      if ((await operation.commit()).ok) return;
    }
    const again = await kv.get<Subscription>(key);
    if (again.value === null) return;
    entry = again;
  }
}

/**
 * Ends a subscription. Commits removal, denial and its job together, so that no subscriber misses its denial (WebSub
 * 5.2).
 *
 * @param reason Text of the denial; null to send none.
 * @returns False if the row has changed since it was read; nothing was committed then.
 */
async function endSubscription(
  { kv, clock, scheduler, record }: HubContext,
  entry: Deno.KvEntry<Subscription>,
  reason: string | null,
): Promise<boolean> {
  const id = idOf(entry.key);
  const operation = dropSubscription(kv.atomic(), entry);
  if (reason !== null) {
    putDenial(operation, id, entry.value, reason, clock.now());
    scheduler.schedule(operation, { kind: "deny", id }, 0);
  }
  const { ok } = await operation.commit();
  if (ok) record(recordAbout("removal", entry.value, id, { reason: reason ?? "the callback is gone" }));
  return ok;
}
