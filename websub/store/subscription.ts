import type { TopicPath } from "../../domain/site.ts";
import type { CallbackUrl } from "../request/callback_url.ts";
import type { PendingRequest } from "./pending_request.ts";
import type { TopicState } from "./topic_state.ts";
import type { OutboundFailure } from "../../outbound/outbound_client.ts";

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
  /** The address that has confirmed it, of IPv6 its /64; absent in rows of earlier versions. */
  readonly address?: string;
  readonly secret: string | null;
  /**
   * Value of `Accept-Encoding` in the answer to the verification: the content codings that deliveries may have. Absent
   * where the answer had none, and in rows of earlier versions.
   */
  readonly acceptEncoding?: string;
  /** The lease that was granted, in seconds. */
  readonly leaseSeconds: number;
  readonly verifiedAt: number;
  /** From this instant on nothing is sent (WebSub 5.3.1). */
  readonly expiresAt: number;
  /** A version of the topic that the subscriber has; the version of its shard counts where that is newer. */
  readonly deliveredVersion: number;
  /** Failed attempts since the last success. */
  readonly failures: number;
  /**
   * When it is to be sent what it lacks, after a failure or because a distribution has passed it by; an index names it
   * then. 0 as long as it has what its shard has, and is sent to with it.
   */
  readonly nextAttemptAt: number;
  /** The last attempts, the newest at the end; of successes in a row only the last. */
  readonly attempts: readonly Attempt[];
}

/**
 * The subscription that a verified request makes (WebSub 5.1, 5.3). A renewal takes the lease and the secret of the new
 * request. It keeps the progress, and the old secret where the request has none. Failures count no more, as the
 * subscriber has just answered.
 *
 * @param verifiedAt When the verification request was sent: the lease runs from there.
 * @param state The topic now, or null before its first version.
 * @param now When it is written.
 */
export function confirmSubscription(
  before: Subscription | null,
  { path, topic, callback, secret, leaseSeconds, topicVersion, acceptEncoding }:
    & Omit<PendingRequest, "mode" | "requestedAt" | "attempts" | "nextAttemptAt">
    & Pick<Subscription, "acceptEncoding">,
  verifiedAt: number,
  state: TopicState | null,
  now: number,
): Subscription {
  // An expired one is as good as none: what it has missed was not its due.
  const known = before !== null && isLive(before, verifiedAt) ? before : null;
  const deliveredVersion = known?.deliveredVersion ?? topicVersion;
  // A distribution of what came since the request was sent may have passed a new subscription by.
  const missedAt = state !== null && deliveredVersion < state.version ? now : 0;
  return {
    path,
    topic,
    callback,
    // The request may have been accepted before the subscription had its secret, or by an earlier version.
    secret: secret ?? known?.secret ?? null,
    ...acceptEncoding === undefined ? {} : { acceptEncoding },
    leaseSeconds,
    verifiedAt,
    expiresAt: verifiedAt + leaseSeconds * 1000,
    deliveredVersion,
    failures: 0,
    nextAttemptAt: known?.failures === 0 ? known.nextAttemptAt : missedAt,
    attempts: known?.attempts ?? [],
  };
}

/** Whether the lease still runs. */
export function isLive({ expiresAt }: Subscription, now: number): boolean {
  return now < expiresAt;
}
