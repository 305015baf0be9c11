import { traced } from "../../domain/tracing.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import type { HubContext } from "../hub_context.ts";
import { clientNetwork } from "../request/client_network.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";
import { dropPending, dropSubscription, putDenial, putSubscription } from "../store/hub_rows.ts";
import { confirmSubscription, type PendingRequest, type Subscription } from "../store/subscription.ts";
import { readRequestRows } from "./request_rows.ts";
import { callBack, callbackRequest, putOff, submitCall, VERIFICATION_RETRY_SECONDS } from "./waiting_call.ts";

/** The outcome of a verification (WebSub 5.3.1). */
export type VerificationOutcome =
  | "confirmed"
  /** The subscriber does not want it, or its answer is not the challenge. */
  | "refused"
  /** There was no answer: the hub tries again. */
  | "unreachable";

const CHALLENGE_BYTES = 32;
const LONGEST_ACCEPT_ENCODING = 200;

/** Makes an unguessable challenge for one verification request (WebSub 8.2). */
export function newChallenge(): string {
  return crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** Makes the request that verifies the intent of the subscriber (WebSub 5.3). */
export function intentVerification(
  { mode, topic, callback, leaseSeconds }: Pick<SubscriptionRequest, "mode" | "topic" | "callback" | "leaseSeconds">,
  challenge: string,
): OutboundRequest {
  const request = callbackRequest(callback, {
    "hub.mode": mode,
    "hub.topic": topic,
    "hub.challenge": challenge,
    ...(mode === "subscribe" ? { "hub.lease_seconds": String(leaseSeconds) } : {}),
  }, challenge.length);
  return { ...request, wantsFields: true };
}

/** Judges the answer to a verification: any 2xx whose body is exactly the challenge confirms (WebSub 5.3.1). */
export function verificationOutcome(answer: OutboundAnswer, challenge: string): VerificationOutcome {
  if (answer.kind === "failed") return answer.failure === "address_not_allowed" ? "refused" : "unreachable";
  if (answer.status < 200 || answer.status > 299 || answer.body === null) return "refused";
  return new TextDecoder().decode(answer.body) === challenge ? "confirmed" : "refused";
}

/** Reads from the answer to a verification which content codings deliveries may have (RFC 9110 12.5.3). */
export function offeredCodings(answer: OutboundAnswer): Pick<Subscription, "acceptEncoding"> {
  const acceptEncoding = answer.kind === "answered" ? answer.fields?.["accept-encoding"] : undefined;
  // Bounded, because it is stored in the row of the subscription.
  return acceptEncoding === undefined || acceptEncoding.length > LONGEST_ACCEPT_ENCODING ? {} : { acceptEncoding };
}

/**
 * Verifies the intent of a pending request if it is due (WebSub 5.3). Resolves when the call waits for its turn.
 * Applies the newest request of a topic and callback only: the answer to an older one finds its row changed.
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
  const facts = (answer: OutboundAnswer) => ({ mode, outcome: verificationOutcome(answer, challenge) });
  const span = { name: "websub challenge" };
  const answer = await callBack(context, "verification", claimed, request, place, span, facts);
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

/** Applies a verified request and removes its pending row in one commit. */
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
    // Also before the commit: if its answer is lost, a delivery would use the row as it was read earlier.
    context.changed(path, id);
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
    const current = await kv.get(claimed.key);
    if (current.versionstamp !== claimed.versionstamp) return;
  }
}
