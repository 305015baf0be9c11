import type { TopicPath } from "../../domain/site.ts";
import type { CallbackUrl } from "../request/callback_url.ts";
import type { SubscriptionRequest } from "../request/subscription_request.ts";
import type { OutboundFailure } from "../../outbound/outbound_client.ts";

// All times are milliseconds since 1970.

/** An accepted request that waits for verification. Only the newest of a topic and callback is kept (WebSub 5.1). */
export interface PendingRequest extends SubscriptionRequest {
  readonly requestedAt: number;
  /** Version of the topic when the request was accepted. The subscriber gets every newer one. */
  readonly topicVersion: number;
  /** Number of verification requests sent so far. */
  readonly attempts: number;
  /** Time of the next verification. A process that verifies first moves it ahead, so that no other does the same. */
  readonly nextAttemptAt: number;
  /** Network of the client. Its full address is not stored. */
  readonly network: string;
  /** True if the subscription existed already, so that its callback has confirmed before. */
  readonly isRenewal: boolean;
}

/** Tells a subscriber that its subscription has ended (WebSub 5.2). Kept until a 2xx or the last repetition. */
export interface Denial {
  readonly path: TopicPath;
  readonly topic: string;
  readonly callback: CallbackUrl;
  readonly reason: string;
  /** End of the subscription. Repetitions of the denial are timed from here. */
  readonly deniedAt: number;
  /** Number of denial requests sent so far. */
  readonly attempts: number;
  /** Time of the next attempt. A process that sends first moves it ahead, so that no other does the same. */
  readonly nextAttemptAt: number;
}

/** A finished attempt to deliver. */
export interface Attempt {
  readonly at: number;
  readonly version: number;
  /** Status code of the callback's answer; null without an answer. */
  readonly status: number | null;
  readonly failure: OutboundFailure | null;
  readonly milliseconds: number;
  /** Time before which the subscriber wants no other attempt (`Retry-After`); absent if it named none. */
  readonly notBefore?: number;
}

/** A verified subscription: one callback's interest in one topic (WebSub 1). */
export interface Subscription {
  readonly path: TopicPath;
  /** URL of the topic as the subscriber wrote it. */
  readonly topic: string;
  readonly callback: CallbackUrl;
  /** Address that confirmed the subscription; of an IPv6 address only the /64. */
  readonly address: string;
  readonly secret: string | null;
  /** `Accept-Encoding` of the answer to the verification, if any: the codings that deliveries may have. */
  readonly acceptEncoding?: string;
  readonly leaseSeconds: number;
  readonly verifiedAt: number;
  /** End of the lease. Nothing is sent from then on (WebSub 5.3.1). */
  readonly expiresAt: number;
  /** Version that the subscriber has, unless the row of its shard states a newer one. */
  readonly deliveredVersion: number;
  /** Number of failed deliveries since the last success. */
  readonly failures: number;
  /** Number of failed attempts of the running delivery. `websub/distribution/retries.ts` lists the states. */
  readonly failedAttempts?: number;
  /**
   * Time of the next separate delivery, after a failure or if a distribution has missed the subscription. The index
   * `due` repeats it. 0 while the scan of the shard delivers to the subscription.
   */
  readonly nextAttemptAt: number;
  /** The last attempts, the newest last. Of consecutive successes only the last is kept. */
  readonly attempts: readonly Attempt[];
}

/** True while the lease runs. */
export function isLive({ expiresAt }: Pick<Subscription, "expiresAt">, now: number): boolean {
  return now < expiresAt;
}

/** True after a failed attempt, until the next success. */
export function isFailing(subscription: Pick<Subscription, "failures" | "failedAttempts">): boolean {
  return subscription.failures > 0 || failedAttemptsOf(subscription) > 0;
}

/** Returns the number of failed attempts of the running delivery. */
export function failedAttemptsOf({ failedAttempts = 0 }: Pick<Subscription, "failedAttempts">): number {
  return failedAttempts;
}

/** Returns a subscription without its failures. */
export function withoutFailures({ failedAttempts: _, ...subscription }: Subscription): Subscription {
  return { ...subscription, failures: 0 };
}
