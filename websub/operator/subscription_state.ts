import { isLive, type Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";

/** How a subscription stands, in the words that an operator is given. */
export type SubscriptionState =
  /** Its lease has run out; the next distribution removes it. */
  | "expired"
  /** The last attempt failed, and another will be made. */
  | "retry"
  /** A version is still to be sent. */
  | "behind"
  | "up_to_date";

/**
 * Decides how a subscription stands.
 *
 * @param version The newest version of its topic; 0 for none.
 */
export function subscriptionState(subscription: Subscription, version: number, now: number): SubscriptionState {
  if (!isLive(subscription, now)) return "expired";
  if (subscription.failures > 0) return "retry";
  return subscription.deliveredVersion < version ? "behind" : "up_to_date";
}

/**
 * Since when a subscription lacks a change, as far back as the store knows: it keeps the times of the newest change, of
 * the first that waited with it, and of the attempts. Milliseconds since 1970; null when nothing is to be sent.
 */
export function undeliveredSince(
  { deliveredVersion, attempts }: Pick<Subscription, "deliveredVersion" | "attempts">,
  { version, changedAt, waitingSince }: TopicState,
): number | null {
  if (deliveredVersion >= version) return null;
  const attempted = attempts.filter((attempt) => attempt.version > deliveredVersion).map(({ at }) => at);
  return Math.min(deliveredVersion === version - 1 ? changedAt : waitingSince, ...attempted);
}
