import type { HubContext } from "../hub_context.ts";
import { resultOf, shownId, tracedExchange } from "../hub_log.ts";
import { dropSubscription, dueKey, readSubscription } from "../store/hub_rows.ts";
import { type Attempt, isLive, type Subscription } from "../store/subscription.ts";
import { contentDistribution, distributedMessage } from "./content_distribution.ts";
import { attemptOf } from "./delivery_outcome.ts";
import type { Delivery } from "./owned_shard.ts";

/** An attempt that is not recorded yet. */
export interface MadeAttempt {
  readonly before: Deno.KvEntry<Subscription>;
  readonly attempt: Attempt;
  readonly retryAfter: string | null;
}

/** Result of a delivery that had its place. */
export type DeliveryAttempt =
  | { readonly kind: "made"; readonly made: MadeAttempt }
  /** Nothing is to be sent: the subscription has the version, has ended, or has another due time. */
  | { readonly kind: "needless" }
  /** The end of this process cut it off, or another scan or process finds the subscription again. */
  | { readonly kind: "given_up" }
  /** This process was held up: the delivery is retried when ownership is certain again. */
  | { readonly kind: "not_now" };

/** Retry interval of work that this process could not begin, in milliseconds. */
export const AGAIN_AFTER_MS = 1000;

/**
 * Sends a subscriber the version of its shard's content. Does not record the attempt, but removes rows that would lead
 * to the same needless delivery again.
 *
 * @param isFresh True if this process surely owns its shards at this moment.
 */
export async function attemptDelivery(
  context: HubContext,
  delivery: Delivery,
  isFresh: () => boolean,
): Promise<DeliveryAttempt> {
  const { shard, id } = delivery;
  const { kv, clock } = context;
  let { entry }: { entry: Deno.KvEntryMaybe<Subscription> | null } = delivery;
  if (entry === null || !hasValue(entry) || !isToSend(delivery, entry.value, clock.now())) {
    // Also if the scanned row needs nothing: it may have been renewed since.
    entry = await readSubscription(kv, shard.path, id);
  }
  // While the row was read, the process may have been held up, another one may have taken the shard, or a newer version
  // may have come, whose scan finds the subscription again.
  if (shard.hasFailed || delivery.isDropped || context.isStopping()) return { kind: "given_up" };
  if (!isFresh()) return { kind: "not_now" };
  if (hasValue(entry) && isToSend(delivery, entry.value, clock.now())) {
    delivery.version = shard.content.version;
    const made = await exchange(context, id, entry, delivery);
    return made === null ? { kind: "given_up" } : { kind: "made", made };
  }
  if (delivery.dueAt !== null) await leaveDue(context, delivery, delivery.dueAt, entry);
  return { kind: "needless" };
}

function isToSend(
  { dueAt, shard }: Delivery,
  { nextAttemptAt, deliveredVersion, expiresAt }: Subscription,
  now: number,
): boolean {
  return nextAttemptAt === (dueAt ?? 0) && deliveredVersion < shard.content.version && now < expiresAt;
}

async function exchange(
  { client, clock, record, signer, isClosing }: HubContext,
  id: string,
  before: Deno.KvEntry<Subscription>,
  { shard: { content } }: Delivery,
): Promise<MadeAttempt | null> {
  const { callback, path, failures, secret } = before.value;
  const start = clock.now();
  const signed = secret === null ? null : signer.find(distributedMessage(content, before.value), secret, start);
  const request = contentDistribution(before.value, content, start, signed);
  const answer = await tracedExchange(client, request, "websub distribution", {
    link: content.traceParent ?? null,
    attributes: { "websub.topic": path, "websub.version": content.version },
  });
  if (answer.kind === "failed" && isClosing()) return null;
  const at = clock.now();
  const attempt = attemptOf(answer, content.version, at, at - start);
  record({
    event: "distribution",
    topic: path,
    host: callback.host,
    subscription: shownId(id),
    version: content.version,
    attempt: failures + 1,
    result: resultOf(answer),
    milliseconds: attempt.milliseconds,
  });
  return { before, attempt, retryAfter: answer.kind === "answered" ? answer.retryAfter : null };
}

/** Removes an expired subscription or a dangling index entry, or puts the delivery off. */
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
  } else {
    // It lacks a version that this process has not loaded.
    shard.putOff(id);
    const operation = scheduler.schedule(kv.atomic(), { kind: "deliver", path, id }, AGAIN_AFTER_MS);
    await operation.commit();
  }
}

function hasValue<T>(entry: Deno.KvEntryMaybe<T>): entry is Deno.KvEntry<T> {
  return entry.versionstamp !== null;
}
