import type { TopicPath } from "../../domain/site.ts";
import type { CallbackUrl } from "../request/callback_url.ts";
import type { OutboundFailure } from "../outbound/outbound_client.ts";

/** One attempt to deliver, as it ended. */
export interface Attempt {
  /** When it ended; milliseconds since 1970, as all times here. */
  readonly at: number;
  /** Version of the topic that was sent. */
  readonly version: number;
  /** Status of the callback's answer, or null when there was none. */
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
  readonly secret: string | null;
  /** The lease that was granted, in seconds. */
  readonly leaseSeconds: number;
  readonly verifiedAt: number;
  /** From this instant on nothing is sent (WebSub 5.3.1). */
  readonly expiresAt: number;
  /** The version of the topic that the subscriber has; what is above it is still to be sent. */
  readonly deliveredVersion: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /** No attempt before this time; 0 while nothing failed. */
  readonly nextAttemptAt: number;
  /** The last attempts, the newest at the end; of successes in a row only the last. */
  readonly attempts: readonly Attempt[];
}

/** What a verified request says about its subscription. */
export type ConfirmedRequest =
  & Pick<Subscription, "path" | "topic" | "callback" | "secret" | "leaseSeconds">
  & {
    /** The version of the topic when the request came in. */
    readonly topicVersion: number;
  };

/**
 * The subscription that a verified request makes (WebSub 5.1, 5.3). A renewal takes secret and lease from the new
 * request and keeps the progress; as the subscriber has just answered, failures before it count no more.
 *
 * @param verifiedAt When the verification request was sent: the lease runs from there.
 */
export function confirmSubscription(
  before: Subscription | null,
  { path, topic, callback, secret, leaseSeconds, topicVersion }: ConfirmedRequest,
  verifiedAt: number,
): Subscription {
  // An expired one is as good as none: what it has missed was not its due.
  const known = before !== null && isLive(before, verifiedAt) ? before : null;
  return {
    path,
    topic,
    callback,
    secret,
    leaseSeconds,
    verifiedAt,
    expiresAt: verifiedAt + leaseSeconds * 1000,
    deliveredVersion: known?.deliveredVersion ?? topicVersion,
    failures: 0,
    // Without failures it is the claim of a delivery that is under way.
    nextAttemptAt: known?.failures === 0 ? known.nextAttemptAt : 0,
    attempts: known?.attempts ?? [],
  };
}

/** Whether the lease still runs. */
export function isLive({ expiresAt }: Subscription, now: number): boolean {
  return now < expiresAt;
}

/** Whether a version of the topic is to be sent now. */
export function isDue(subscription: Subscription, version: number, now: number): boolean {
  return isLive(subscription, now) && subscription.deliveredVersion < version && subscription.nextAttemptAt <= now;
}
