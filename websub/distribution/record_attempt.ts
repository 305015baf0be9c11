import type { HubContext } from "../hub_context.ts";
import { recordAbout } from "../hub_log.ts";
import { dropSubscription, idOf, putDenial, putSubscription } from "../store/hub_rows.ts";
import { type Shard, versionOf } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
import { readTopic } from "../store/topic_store.ts";
import type { MadeAttempt } from "./attempt_delivery.ts";
import { deliveryOutcome } from "./delivery_outcome.ts";

/**
 * Records an attempt in the row of its subscription: a failure, or the first success after one. A row that was renewed
 * meanwhile keeps its renewal and gets the outcome as well. A removed one stays removed.
 *
 * @param shard The row of its shard.
 */
export async function recordAttempt(
  context: HubContext,
  shard: Shard,
  { before, attempt, retryAfter }: MadeAttempt,
): Promise<void> {
  const { kv, clock, scheduler } = context;
  const { key } = before;
  const id = idOf(key);
  let entry = before;
  for (;;) {
    const deliveredVersion = versionOf(entry.value, id, shard);
    const current = { ...entry.value, deliveredVersion };
    const outcome = deliveryOutcome(current, attempt, retryAfter, context.settings, context.random());
    // The callback is back: it has confirmed a newer request meanwhile and is to be sent the version.
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
      // The scan for a version that came meanwhile has missed it.
      const nextAttemptAt = outcome.kind === "delivered" && isBehind ? clock.now() : outcome.subscription.nextAttemptAt;
      const after = { ...outcome.subscription, nextAttemptAt };
      const operation = putSubscription(kv.atomic().check(topic), entry, after);
      if (nextAttemptAt > 0) {
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
 * Ends a subscription. Commits removal, denial and its job together, so that every subscriber is told (WebSub 5.2).
 *
 * @param reason What the subscriber is told; null to tell nothing.
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
