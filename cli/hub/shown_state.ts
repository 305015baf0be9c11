import { FAILURES_TO_GIVE_UP } from "../../websub/distribution/delivery_outcome.ts";
import { subscriptionState } from "./subscription_state.ts";
import type { Attempt, Subscription } from "../../websub/store/subscription.ts";
import { shownNearTime } from "../command/shown_time.ts";

/** State of a subscription in words: `retry 2 of 3 at 12:00`. */
export function shownState(subscription: Subscription, version: number, now: number): string {
  const state = subscriptionState(subscription, version, now);
  if (state !== "retry") return state.replaceAll("_", " ");
  const { failures, nextAttemptAt } = subscription;
  return `retry ${failures + 1} of ${FAILURES_TO_GIVE_UP} at ${shownNearTime(nextAttemptAt, now)}`;
}

/** Result of an attempt: the status code of the answer, or why there was none. */
export function shownResult({ status, failure }: Attempt): string {
  return status === null ? failure?.replaceAll("_", " ") ?? "no answer" : String(status);
}
