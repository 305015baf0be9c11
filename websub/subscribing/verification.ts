import { traced } from "../../domain/tracing.ts";
import type { OutboundAnswer } from "../../outbound/outbound_client.ts";
import type { HubContext } from "../hub_context.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import { clientNetwork } from "../request/client_network.ts";
import { dropPending, dropSubscription, putDenial, putSubscription } from "../store/hub_rows.ts";
import { intentVerification, newChallenge, offeredCodings, verificationOutcome } from "./intent_verification.ts";
import type { PendingRequest } from "../store/pending_request.ts";
import { confirmSubscription } from "../store/subscription.ts";
import { readRequestRows } from "./request_rows.ts";
import { callBack, putOff, submitCall, VERIFICATION_RETRY_SECONDS } from "./waiting_call.ts";

/**
 * Verifies the intent of a waiting request, if it is due (WebSub 5.3); resolves when it waits for its turn. Only what
 * the newest request of a topic and callback says is ever applied: an answer to an older one finds its row changed.
 */
export async function verifyIntent(context: HubContext, id: string): Promise<void> {
  await submitCall<PendingRequest>(context, { kind: "verify", id }, (claimed, place) => {
    const { path, mode, traceParent: link = null } = claimed.value;
    const attributes = { "websub.topic": path, "websub.mode": mode };
    return traced("websub verification", { link, attributes }, () => verify(context, id, claimed, place));
  });
}

async function verify(
  context: HubContext,
  id: string,
  claimed: Deno.KvEntry<PendingRequest>,
  place: CallPlace,
): Promise<void> {
  const { mode, attempts } = claimed.value;
  const challenge = newChallenge();
  const verifiedAt = context.clock.now();
  const request = intentVerification(claimed.value, challenge);
  const told = (answer: OutboundAnswer) => ({ mode, outcome: verificationOutcome(answer, challenge) });
  const span = { name: "websub challenge" };
  const answer = await callBack(context, "verification", claimed, request, place, span, told);
  if (answer === null) return;
  const outcome = verificationOutcome(answer, challenge);
  if (outcome === "confirmed" && "to" in place) {
    const address = clientNetwork(place.to.address);
    return await context.inTurn(() => confirm(context, claimed, verifiedAt, address, offeredCodings(answer)));
  }
  const seconds = outcome === "unreachable" ? VERIFICATION_RETRY_SECONDS[attempts - 1] : undefined;
  if (seconds === undefined) await dropPending(context.kv.atomic(), claimed).commit();
  else await putOff(context, { kind: "verify", id }, claimed, seconds * 1000);
}

/** Applies a verified request, and its removal from those that wait, in one step. */
async function confirm(
  context: HubContext,
  claimed: Deno.KvEntry<PendingRequest>,
  verifiedAt: number,
  address: string,
  codings: ReturnType<typeof offeredCodings>,
): Promise<void> {
  const { kv, clock, scheduler } = context;
  const { mode, path, callback } = claimed.value;
  const id = String(claimed.key[1]);
  for (;;) {
    const { subscription: before, topic: state, full } = await readRequestRows(context, path, id, {
      callback,
      address,
    });
    const operation = dropPending(kv.atomic(), claimed);
    const now = clock.now();
    const reason = mode === "subscribe" && before.value === null ? full.subscription : null;
    if (mode === "unsubscribe") {
      if (before.value !== null) dropSubscription(operation, before);
    } else if (reason !== null) {
      putDenial(operation, id, claimed.value, reason, now);
      scheduler.schedule(operation, { kind: "deny", id }, 0);
    } else {
      const confirmed = { ...claimed.value, ...codings };
      const after = { ...confirmSubscription(before.value, confirmed, verifiedAt, state.value, now), address };
      putSubscription(operation.check(state), before, after);
      if (after.nextAttemptAt > 0) {
        scheduler.schedule(operation, { kind: "deliver", path, id }, after.nextAttemptAt - now);
      }
    }
    // Before as well: where the answer to the commit is lost, a delivery would go by the row as it was read until then.
    context.changed(path, id);
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
    const current = await kv.get(claimed.key);
    if (current.versionstamp !== claimed.versionstamp) return;
  }
}
