import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { CallPlace } from "../exchange/waiting_calls.ts";
import type { HubContext } from "../hub_context.ts";
import { clientNetwork } from "../request/client_network.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";
import { dropPending } from "../store/hub_rows.ts";
import type { PendingRequest, Subscription } from "../store/subscription.ts";
import { confirmOrRenew } from "./confirm_or_renew.ts";
import { callBack, callbackRequest, putOff, submitCall, VERIFICATION_RETRY_SECONDS } from "./waiting_call.ts";

type VerificationOutcome =
  | "confirmed"
  /** The answer is not a 2xx with the challenge, or the address of the callback is forbidden. */
  | "refused"
  /** The callback gave no answer: the hub retries. */
  | "unreachable";

const CHALLENGE_BYTES = 32;
const LONGEST_ACCEPT_ENCODING = 200;

function newChallenge(): string {
  return crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });
}

function intentVerification(
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

/** Any 2xx whose body is exactly the challenge confirms (WebSub 5.3.1). */
function verificationOutcome(answer: OutboundAnswer, challenge: string): VerificationOutcome {
  if (answer.kind === "failed") return answer.failure === "address_not_allowed" ? "refused" : "unreachable";
  if (answer.status < 200 || answer.status > 299 || answer.body === null) return "refused";
  return new TextDecoder().decode(answer.body) === challenge ? "confirmed" : "refused";
}

/** Content codings that deliveries may use, by the answer to the verification (RFC 9110 12.5.3). */
function offeredCodings(answer: OutboundAnswer): Pick<Subscription, "acceptEncoding"> {
  const acceptEncoding = answer.kind === "answered" ? answer.fields?.["accept-encoding"] : undefined;
  // Bounded, because it is stored in the row of the subscription.
  return acceptEncoding === undefined || acceptEncoding.length > LONGEST_ACCEPT_ENCODING ? {} : { acceptEncoding };
}

/**
 * Verifies the intent of a pending request if due (WebSub 5.3). Resolves when the call is queued. A newer request of
 * the same topic and callback replaces the row, so an answer to the older one has no effect.
 */
export async function verifyIntent(context: HubContext, id: string): Promise<void> {
  const call = (claimed: Deno.KvEntry<PendingRequest>, place: CallPlace) => verify(context, id, claimed, place);
  await submitCall(context, { kind: "verify", id }, call);
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
  const answer = await callBack(context, "verification", claimed, request, place, facts);
  if (answer === null) return;
  const outcome = verificationOutcome(answer, challenge);
  if (outcome === "confirmed" && "to" in place) {
    const address = clientNetwork(place.to.address);
    return await context.inTurn(() => confirmOrRenew(context, claimed, verifiedAt, address, offeredCodings(answer)));
  }
  const seconds = outcome === "unreachable" ? VERIFICATION_RETRY_SECONDS[attempts - 1] : undefined;
  if (seconds === undefined) await dropPending(context.kv.atomic(), claimed).commit();
  else await putOff(context, { kind: "verify", id }, claimed, seconds * 1000);
}
