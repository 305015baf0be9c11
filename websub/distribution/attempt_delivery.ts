import type { HubContext } from "../hub_context.ts";
import { resultOf, shownId } from "../hub_log.ts";
import { tracedExchange } from "../exchange/traced_exchange.ts";
import { dropSubscription, dueKey, readSubscription } from "../store/hub_rows.ts";
import { type Attempt, isLive, type Subscription } from "../store/subscription.ts";
import { contentDistribution, distributedMessage } from "./content_distribution.ts";
import { attemptOf } from "./delivery_outcome.ts";
import type { Delivery } from "./shard_work.ts";

/** An attempt that has been made and is not recorded yet. */
export interface MadeAttempt {
  readonly before: Deno.KvEntry<Subscription>;
  readonly attempt: Attempt;
  readonly retryAfter: string | null;
}

/** What became of a delivery that had its place. */
export type DeliveryAttempt =
  | { readonly kind: "made"; readonly made: MadeAttempt }
  /** There is nothing to send: it has the version, has ended, or its time is another one. */
  | { readonly kind: "needless" }
  /** It was cut off by the end of this process, or another look or another process finds the subscription again. */
  | { readonly kind: "given_up" }
  /** This process was held up: it is to be tried when its ownership is certain again. */
  | { readonly kind: "not_now" };

/** When to look again at what this process could not begin; milliseconds. */
export const AGAIN_AFTER_MS = 1000;

/**
 * Sends a subscriber the version of its shard's content. Records nothing of it; what would lead to a needless delivery
 * again is removed.
 *
 * @param isFresh Whether this process surely owns its shards at this moment.
 */
export async function attemptDelivery(
  context: HubContext,
  delivery: Delivery,
  isFresh: () => boolean,
): Promise<DeliveryAttempt> {
  const { work, id } = delivery;
  const { kv, clock } = context;
  let { entry }: { entry: Deno.KvEntryMaybe<Subscription> | null } = delivery;
  if (entry === null || !hasValue(entry) || !isToSend(delivery, entry.value, clock.now())) {
    // Also where the page says that nothing is to be sent: the row may have been renewed since.
    entry = await readSubscription(kv, work.path, id);
  }
  // While the row was read the process may have been held up, the shard may have become another's, or a newer version may
  // have come, whose look finds it again.
  if (work.isBroken || delivery.isDropped || context.isStopping()) return { kind: "given_up" };
  if (!isFresh()) return { kind: "not_now" };
  if (hasValue(entry) && isToSend(delivery, entry.value, clock.now())) {
    delivery.version = work.content.version;
    const made = await exchange(context, id, entry, delivery);
    return made === null ? { kind: "given_up" } : { kind: "made", made };
  }
  if (delivery.dueAt !== null) await leaveDue(context, delivery, delivery.dueAt, entry);
  return { kind: "needless" };
}

function isToSend(
  { dueAt, work }: Delivery,
  { nextAttemptAt, deliveredVersion, expiresAt }: Subscription,
  now: number,
): boolean {
  return nextAttemptAt === (dueAt ?? 0) && deliveredVersion < work.content.version && now < expiresAt;
}

async function exchange(
  { client, clock, record, signer, isClosing }: HubContext,
  id: string,
  before: Deno.KvEntry<Subscription>,
  { work: { content } }: Delivery,
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

/** Ends an expired subscription, removes an entry of the index that leads nowhere, or puts the delivery off. */
async function leaveDue(
  { kv, clock, scheduler }: HubContext,
  { work, id }: Delivery,
  dueAt: number,
  entry: Deno.KvEntryMaybe<Subscription>,
): Promise<void> {
  const { path } = work;
  if (!hasValue(entry) || entry.value.nextAttemptAt !== dueAt) {
    await kv.delete(dueKey(path, id, dueAt));
  } else if (!isLive(entry.value, clock.now())) {
    await dropSubscription(kv.atomic(), entry).commit();
  } else {
    // It lacks a version that this process has not loaded.
    work.putOff(id);
    const operation = scheduler.schedule(kv.atomic(), { kind: "deliver", path, id }, AGAIN_AFTER_MS);
    await operation.commit();
  }
}

function hasValue<T>(entry: Deno.KvEntryMaybe<T>): entry is Deno.KvEntry<T> {
  return entry.versionstamp !== null;
}
