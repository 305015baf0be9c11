import type { HubContext } from "../hub_context.ts";
import { dropPending, dropSubscription, putDenial, putSubscription } from "../store/hub_rows.ts";
import { isFailing, isLive, type PendingRequest, type Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";
import { readRequestRows } from "./request_limits.ts";

/**
 * Applies a verified request and removes its pending row in one commit: creates, renews or ends the subscription, or
 * denies it if a limit has been reached meanwhile.
 *
 * @param verifiedAt Time at which the verification request was sent.
 * @param address Address of the callback that confirmed.
 * @param codings Content codings that deliveries may use.
 */
export async function confirmOrRenew(
  context: HubContext,
  claimed: Deno.KvEntry<PendingRequest>,
  verifiedAt: number,
  address: string,
  codings: Pick<Subscription, "acceptEncoding">,
): Promise<void> {
  const { kv, clock, scheduler } = context;
  const { mode, path, callback } = claimed.value;
  const id = String(claimed.key[1]);
  for (;;) {
    const rows = await readRequestRows(context, path, id, { callback, address });
    const { subscription: before, topic: state, full } = rows;
    const operation = dropPending(kv.atomic(), claimed);
    const now = clock.now();
    const reason = mode === "subscribe" && before.value === null ? full.subscription : null;
    if (mode === "unsubscribe") {
      if (before.value !== null) dropSubscription(operation, before);
    } else if (reason !== null) {
      putDenial(operation, id, claimed.value, reason, now);
      scheduler.schedule(operation, { kind: "deny", id }, 0);
    } else {
      const confirmed = { ...claimed.value, ...codings, address };
      const after = confirmSubscription(before.value, confirmed, verifiedAt, state.value, now);
      putSubscription(operation.check(state), before, after);
      if (after.nextAttemptAt > 0) {
        scheduler.schedule(operation, { kind: "deliver", path, id }, after.nextAttemptAt - now);
      }
    }
    // Called before the commit too. If the answer of the commit is lost, a delivery would otherwise use an older copy
    // of the row.
    context.changed(path, id);
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
    const current = await kv.get(claimed.key);
    if (current.versionstamp !== claimed.versionstamp) return;
  }
}

/**
 * Returns the subscription of a verified request (WebSub 5.1, 5.3). A renewal takes lease and secret of the new request
 * and keeps the progress. It resets the failures, because the subscriber has just answered.
 *
 * @param verifiedAt Time at which the verification request was sent. The lease begins then.
 * @param state Current state of the topic; null before its first version.
 * @param now Time at which the row is written.
 */
export function confirmSubscription(
  before: Subscription | null,
  { path, topic, callback, secret, leaseSeconds, topicVersion, acceptEncoding, address }:
    & Omit<PendingRequest, "mode" | "requestedAt" | "attempts" | "nextAttemptAt" | "network" | "isRenewal">
    & Pick<Subscription, "acceptEncoding" | "address">,
  verifiedAt: number,
  state: Pick<TopicState, "version"> | null,
  now: number,
): Subscription {
  // Ignores an expired subscription, which need not get versions that it missed.
  const known = before !== null && isLive(before, verifiedAt) ? before : null;
  const deliveredVersion = known?.deliveredVersion ?? topicVersion;
  // A distribution after the request was accepted may have missed the new subscription.
  const missedAt = state !== null && deliveredVersion < state.version ? now : 0;
  return {
    path,
    topic,
    callback,
    // A renewal without one may have been accepted before the subscription had its secret.
    secret: secret ?? known?.secret ?? null,
    ...acceptEncoding === undefined ? {} : { acceptEncoding },
    leaseSeconds,
    verifiedAt,
    expiresAt: verifiedAt + leaseSeconds * 1000,
    deliveredVersion,
    failures: 0,
    nextAttemptAt: known !== null && !isFailing(known) ? known.nextAttemptAt : missedAt,
    attempts: known?.attempts ?? [],
    address,
  };
}
