import { type CallbackUrl, targetWith } from "../request/callback_url.ts";
import type { OutboundAnswer, OutboundRequest } from "../../outbound/outbound_client.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";
import type { Subscription } from "../store/subscription.ts";

/** What a verification came to (WebSub 5.3.1). */
export type VerificationOutcome =
  | "confirmed"
  /** The subscriber does not want it, or does not know how to say so. */
  | "refused"
  /** There was no answer at all: worth another try. */
  | "unreachable";

const CHALLENGE_BYTES = 32;
const LONGEST_ACCEPT_ENCODING = 200;

/** A challenge that nobody can guess, for one verification request (WebSub 8.2). */
export function newChallenge(): string {
  return crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)).toBase64({ alphabet: "base64url", omitPadding: true });
}

/** The request that verifies the intent of the subscriber (WebSub 5.3). */
export function intentVerification(
  { mode, topic, callback, leaseSeconds }: Pick<SubscriptionRequest, "mode" | "topic" | "callback" | "leaseSeconds">,
  challenge: string,
): OutboundRequest {
  const request = getRequest(callback, {
    "hub.mode": mode,
    "hub.topic": topic,
    "hub.challenge": challenge,
    ...(mode === "subscribe" ? { "hub.lease_seconds": String(leaseSeconds) } : {}),
  }, challenge.length);
  return { ...request, wantsFields: true };
}

/** The request that tells a subscriber of its denial (WebSub 5.2). The answer does not matter. */
export function denialRequest(
  { topic, callback, reason }: { readonly topic: string; readonly callback: CallbackUrl; readonly reason: string },
): OutboundRequest {
  return getRequest(callback, { "hub.mode": "denied", "hub.topic": topic, "hub.reason": reason }, 0);
}

/** Judges the answer to a verification: any 2xx whose body is the challenge and not a byte more (WebSub 5.3.1). */
export function verificationOutcome(answer: OutboundAnswer, challenge: string): VerificationOutcome {
  if (answer.kind === "failed") return answer.failure === "address_not_allowed" ? "refused" : "unreachable";
  if (answer.status < 200 || answer.status > 299 || answer.body === null) return "refused";
  return new TextDecoder().decode(answer.body) === challenge ? "confirmed" : "refused";
}

/** The content codings that deliveries may have, by the answer to a verification (RFC 9110 12.5.3). */
export function offeredCodings(answer: OutboundAnswer): Pick<Subscription, "acceptEncoding"> {
  const acceptEncoding = answer.kind === "answered" ? answer.fields?.["accept-encoding"] : undefined;
  // It stands in the row of the subscription.
  return acceptEncoding === undefined || acceptEncoding.length > LONGEST_ACCEPT_ENCODING ? {} : { acceptEncoding };
}

function getRequest(
  callback: CallbackUrl,
  parameters: Readonly<Record<string, string>>,
  readBytes: number,
): OutboundRequest {
  return { method: "GET", callback, target: targetWith(callback, parameters), headers: {}, readBytes };
}
