import { traced } from "../../domain/tracing.ts";
import { hasCome } from "../clock.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import { resultOf, shownId } from "../hub_log.ts";
import { tracedExchange } from "../exchange/traced_exchange.ts";
import {
  dropPending,
  dropSubscription,
  pendingKey,
  putDenial,
  putPending,
  putSubscription,
} from "../store/hub_rows.ts";
import { intentVerification, newChallenge, verificationOutcome } from "./intent_verification.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import { confirmSubscription } from "../store/subscription.ts";
import { readRequestRows } from "./request_rows.ts";
import { overfullReason } from "./subscription_limits.ts";

/** Waits before the second and the third verification request, in seconds; there is no fourth. */
export const VERIFICATION_RETRY_SECONDS = [30, 300] as const;

/**
 * Verifies the intent of a waiting request, if it is due (WebSub 5.3); resolves when it waits for its place. Only what
 * the newest request of a topic and callback says is ever applied: an answer to an older one finds its row changed.
 */
export async function verifyIntent(context: HubContext, id: string): Promise<void> {
  const { kv, places } = context;
  const { value } = await kv.get<PendingRequest>(pendingKey(id));
  if (value === null) return;
  const { path, mode, callback, traceParent: link = null } = value;
  const attributes = { "websub.topic": path, "websub.mode": mode };
  places.submit(
    callback.host,
    () => traced("websub verification", { link, attributes }, () => verify(context, id)).catch(context.onError),
  );
}

async function verify(context: HubContext, id: string): Promise<void> {
  if (context.isStopping()) return;
  const claimed = await claim(context, id);
  if (claimed === null) return;
  const { clock, client, record } = context;
  const { mode, path, callback, attempts } = claimed.value;
  const challenge = newChallenge();
  const verifiedAt = clock.now();
  const answer = await tracedExchange(client, intentVerification(claimed.value, challenge), "websub challenge", {});
  if (answer.kind === "failed" && context.isClosing()) return;
  const outcome = verificationOutcome(answer, challenge);
  record({
    event: "verification",
    mode,
    topic: path,
    host: callback.host,
    subscription: shownId(id),
    attempt: attempts,
    result: resultOf(answer),
    outcome,
    milliseconds: clock.now() - verifiedAt,
  });
  if (outcome === "confirmed") return await context.inTurn(() => confirm(context, claimed, verifiedAt));
  const seconds = outcome === "unreachable" ? VERIFICATION_RETRY_SECONDS[attempts - 1] : undefined;
  if (seconds !== undefined) return await tryAgain(context, claimed, seconds * 1000);
  await dropPending(context.kv.atomic(), claimed).commit();
}

/** Whether a waiting request is to be verified now. */
export function isVerificationDue({ nextAttemptAt }: PendingRequest, now: number, settings: HubSettings): boolean {
  return hasCome(
    nextAttemptAt,
    now,
    Math.max(takenFor(settings), ...VERIFICATION_RETRY_SECONDS.map((one) => one * 1000)),
  );
}

function takenFor({ attemptTimeoutSeconds }: HubSettings): number {
  return 2 * attemptTimeoutSeconds * 1000 + 1000;
}

/** Puts the row off until an exchange is surely over: should this process die, the next try is then. */
async function claim(
  { kv, clock, settings, scheduler }: HubContext,
  id: string,
): Promise<Deno.KvEntry<PendingRequest> | null> {
  const entry = await kv.get<PendingRequest>(pendingKey(id));
  if (entry.value === null || !isVerificationDue(entry.value, clock.now(), settings)) return null;
  const delay = takenFor(settings);
  const value: PendingRequest = {
    ...entry.value,
    attempts: entry.value.attempts + 1,
    nextAttemptAt: clock.now() + delay,
  };
  const result = await scheduler.schedule(putPending(kv.atomic(), entry, value), { kind: "verify", id }, delay)
    .commit();
  return result.ok ? { key: entry.key, value, versionstamp: result.versionstamp } : null;
}

async function tryAgain(
  { kv, clock, scheduler }: HubContext,
  claimed: Deno.KvEntry<PendingRequest>,
  delay: number,
): Promise<void> {
  const nextAttemptAt = clock.now() + delay;
  const id = String(claimed.key[1]);
  await scheduler.schedule(
    putPending(kv.atomic(), claimed, { ...claimed.value, nextAttemptAt }),
    { kind: "verify", id },
    delay,
  ).commit();
}

/** Applies a verified request, and its removal from those that wait, in one step. */
async function confirm(
  context: HubContext,
  claimed: Deno.KvEntry<PendingRequest>,
  verifiedAt: number,
): Promise<void> {
  const { kv, clock, scheduler, settings } = context;
  const { mode, path, topic, callback } = claimed.value;
  const id = String(claimed.key[1]);
  for (;;) {
    const { subscription: before, topic: state, counts } = await readRequestRows(context, path, id, callback.host);
    const operation = dropPending(kv.atomic(), claimed);
    const reason = mode === "subscribe" && before.value === null
      ? overfullReason(settings, callback.host, counts.subscription)
      : null;
    if (mode === "unsubscribe") {
      if (before.value !== null) dropSubscription(operation, before);
    } else if (reason !== null) {
      const now = clock.now();
      putDenial(operation, id, { path, topic, callback, reason, deniedAt: now, attempts: 0, nextAttemptAt: now });
      scheduler.schedule(operation, { kind: "deny", id }, 0);
    } else {
      const now = clock.now();
      const after = confirmSubscription(before.value, claimed.value, verifiedAt, state.value, now);
      putSubscription(operation.check(state), before, after);
      if (after.nextAttemptAt > 0) {
        scheduler.schedule(operation, { kind: "deliver", path, id }, after.nextAttemptAt - now);
      }
    }
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
    const current = await kv.get(claimed.key);
    if (current.versionstamp !== claimed.versionstamp) return;
  }
}
