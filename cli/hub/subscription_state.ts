import { isLive, type Subscription } from "../../websub/store/subscription.ts";

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
