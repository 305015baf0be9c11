import type { Site } from "../../domain/site.ts";
import type { HubAnswer, SubscriptionForm } from "../request/hub_answer.ts";
import type { HubContext } from "../hub_context.ts";
import { recordAbout } from "../hub_log.ts";
import { putPending, subscriptionId } from "../store/hub_rows.ts";
import { isLive, type PendingRequest } from "../store/subscription.ts";
import { readRequestRows, type RequestRows } from "./request_limits.ts";
import { readSubscriptionRequest, type SubscriptionRequest } from "../request/subscription_request.ts";
import { knownVersion } from "../store/topic_state.ts";

const ACCEPTED: HubAnswer = { kind: "accepted" };
const PENDING_RETRY_SECONDS = 60;
const FULL_RETRY_SECONDS = 3600;

/**
 * Accepts or refuses a request (WebSub 5.1). Stores an accepted one, with the job that verifies it, before the answer.
 * Calls no callback.
 *
 * @param network The network of the client.
 */
export async function acceptRequest(
  context: Pick<HubContext, "kv" | "clock" | "settings" | "scheduler" | "record" | "representation" | "makeRoom">,
  site: Site,
  form: SubscriptionForm,
  network: string,
): Promise<HubAnswer> {
  const { record } = context;
  const request = readSubscriptionRequest(form, site, context.settings);
  const { mode, path, callback } = request;
  const id = await subscriptionId(path, callback.text);
  for (;;) {
    const rows = await readRequestRows(context, path, id, { callback, network });
    const { pending: before, subscription: { value: subscription } } = rows;
    const isSubscribed = subscription !== null && isLive(subscription, context.clock.now());
    if (isSubscribed && mode === "subscribe" && request.secret === null && subscription.secret !== null) {
      // Otherwise a stranger could renew without a secret, so that deliveries lose their signatures, and forge content.
      return { kind: "secret_missing" };
    }
    const { full } = rows;
    if (mode === "subscribe" && !isSubscribed && full.subscription !== null) {
      if (await context.makeRoom()) continue;
      return { kind: "limited", reason: full.subscription, retryAfterSeconds: FULL_RETRY_SECONDS };
    }
    // Skipped for a request that replaces another one and so needs no room.
    if (before.value === null && full.pending !== null) {
      return { kind: "limited", reason: full.pending, retryAfterSeconds: PENDING_RETRY_SECONDS };
    }
    // There is no subscription to end. Accepted nevertheless, so that the answer does not reveal who is subscribed
    // (WebSub 5.1.2).
    if (mode === "unsubscribe" && !isSubscribed && before.value === null) return ACCEPTED;
    if (!await putRequest(context, rows, id, { ...request, network, isRenewal: isSubscribed })) continue;
    record(recordAbout("request", request, id, { mode }));
    return ACCEPTED;
  }
}

async function putRequest(
  { kv, clock, scheduler }: Pick<HubContext, "kv" | "clock" | "scheduler">,
  { pending: before, topic: { value: topic } }: RequestRows,
  id: string,
  request: SubscriptionRequest & Pick<PendingRequest, "network" | "isRenewal">,
): Promise<boolean> {
  const now = clock.now();
  const pending: PendingRequest = {
    ...request,
    requestedAt: now,
    topicVersion: knownVersion(topic, now),
    attempts: 0,
    nextAttemptAt: now,
  };
  const { ok } = await scheduler.schedule(putPending(kv.atomic(), before, pending), { kind: "verify", id }, 0).commit();
  if (ok) scheduler.committed({ kind: "verify", id }, 0);
  return ok;
}
