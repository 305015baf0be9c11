import type { TopicPath } from "../../domain/site.ts";
import type { TraceParent } from "../../domain/tracing.ts";
import type { CallbackUrl } from "../request/callback_url.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";
import type { TopicState } from "./topic_state.ts";
import type { OutboundFailure } from "../../outbound/outbound_client.ts";

// All times are milliseconds since 1970.

/** A request that was accepted and waits for verification; the newest of its topic and callback (WebSub 5.1). */
export interface PendingRequest extends SubscriptionRequest {
  readonly requestedAt: number;
  /** The version of the topic when the request came in: the subscriber is sent everything above it. */
  readonly topicVersion: number;
  /** Verification requests sent so far. */
  readonly attempts: number;
  /** No verification before this time. A process that verifies moves it ahead, so that no other does the same. */
  readonly nextAttemptAt: number;
  /** The network of the client; its address is not stored. */
  readonly network: string;
  /** True if there was such a subscription: its callback has confirmed before. */
  readonly isRenewal: boolean;
  /** The span that accepted it; absent if that was not traced. */
  readonly traceParent?: TraceParent;
}

/** A subscription has ended and its subscriber is to be told (WebSub 5.2). */
export interface Denial {
  readonly path: TopicPath;
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** Text for the subscriber. */
  readonly reason: string;
  /** When the subscription ended. The times of repeated denials count from here. */
  readonly deniedAt: number;
  /** Denial requests sent so far. */
  readonly attempts: number;
  /** No attempt before this time. A process that sends moves it ahead. */
  readonly nextAttemptAt: number;
}

/** A finished attempt to deliver. */
export interface Attempt {
  /** When it ended. */
  readonly at: number;
  /** Version of the topic that was sent. */
  readonly version: number;
  /** Status of the callback's answer; null if there was none. */
  readonly status: number | null;
  readonly failure: OutboundFailure | null;
  readonly milliseconds: number;
}

/** A verified subscription: one callback's interest in one topic (WebSub 1). */
export interface Subscription {
  readonly path: TopicPath;
  /** The topic as the subscriber wrote it. */
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** The address that confirmed it; of IPv6 the /64. */
  readonly address: string;
  readonly secret: string | null;
  /**
   * Value of `Accept-Encoding` in the answer to the verification: the content codings that deliveries may have. Absent
   * if the answer had none.
   */
  readonly acceptEncoding?: string;
  /** The lease that was granted, in seconds. */
  readonly leaseSeconds: number;
  readonly verifiedAt: number;
  /** From this instant on nothing is sent (WebSub 5.3.1). */
  readonly expiresAt: number;
  /** Version of the topic that the subscriber has, unless its shard says a newer one. */
  readonly deliveredVersion: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /**
   * Its own time for the next delivery, after a failure or because a distribution has missed it; the index `due` has it
   * then. 0 while it has what its shard has and is sent to with its shard.
   */
  readonly nextAttemptAt: number;
  /** The last attempts, the newest last. Of consecutive successes only the last is kept. */
  readonly attempts: readonly Attempt[];
}

/**
 * Makes the subscription of a verified request (WebSub 5.1, 5.3). A renewal takes the lease and the secret of the new
 * request: the new secret replaces the old one, which stays only if the request has none. It keeps the progress. It
 * resets the failures, because the subscriber has just answered.
 *
 * @param verifiedAt When the verification request was sent: the lease runs from there.
 * @param state The topic now; null before its first version.
 * @param now When the row is written.
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
  // An expired one counts as none: it had no claim to what it missed.
  const known = before !== null && isLive(before, verifiedAt) ? before : null;
  const deliveredVersion = known?.deliveredVersion ?? topicVersion;
  // A distribution since the request was accepted may have missed a new subscription.
  const missedAt = state !== null && deliveredVersion < state.version ? now : 0;
  return {
    path,
    topic,
    callback,
    // The request may have been accepted before the subscription had its secret.
    secret: secret ?? known?.secret ?? null,
    ...acceptEncoding === undefined ? {} : { acceptEncoding },
    leaseSeconds,
    verifiedAt,
    expiresAt: verifiedAt + leaseSeconds * 1000,
    deliveredVersion,
    failures: 0,
    nextAttemptAt: known?.failures === 0 ? known.nextAttemptAt : missedAt,
    attempts: known?.attempts ?? [],
    address,
  };
}

/** True while the lease runs. */
export function isLive({ expiresAt }: Pick<Subscription, "expiresAt">, now: number): boolean {
  return now < expiresAt;
}
