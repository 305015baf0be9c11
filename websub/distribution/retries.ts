import { hasCome } from "../clock.ts";
import type { HubSettings } from "../hub_settings.ts";
import { type AttemptSeries, isFailing, type Retries, type Subscription } from "../store/subscription.ts";

// States of a subscription, with the events that change them. A delivery is a series of attempts.
//
// | State   | Its row                           | Event                                               | Next             |
// | ------- | --------------------------------- | --------------------------------------------------- | ---------------- |
// | healthy | no failures, no `retries`         | an attempt fails                                    | trying           |
// | trying  | `retries.delivery.failed` above 0 | an attempt of the delivery fails                    | trying           |
// |         |                                   | its last attempt fails: the delivery has failed     | waiting or ended |
// | waiting | failures; `failed` is 0           | the first attempt of the next delivery fails        | trying           |
// | both    | and perhaps `retries.additional`  | `restart`: additional attempts for a newer version  | the same         |
// |         |                                   | an additional attempt fails                         | the same         |
// |         |                                   | an attempt succeeds, a renewal, a replay            | healthy          |
//
// The third failed delivery ends the subscription. Additional attempts count for no delivery and delay none, so that
// frequent changes neither hasten nor prevent the end.

/** Number of consecutive failed deliveries that ends a subscription. */
export const FAILURES_TO_GIVE_UP = 3;
const LONGEST_ASKED_MS = 86_400_000;
const SPREAD = 0.2;

type Waits = Pick<HubSettings, "attemptSeconds" | "retrySeconds" | "restartSeconds">;
type RetryState = Pick<Subscription, "failures" | "nextAttemptAt" | "retries">;

/**
 * Returns the state after a failed attempt; null if that ends the subscription. The attempt counts for each series that
 * was due.
 *
 * @param at End of the attempt, in milliseconds since 1970.
 * @param retryAfter Value of `Retry-After`: delays all attempts by up to a day, and hastens none.
 * @param random From 0 up to 1; spreads subscribers that failed together.
 */
export function afterFailure(
  before: RetryState,
  at: number,
  retryAfter: string | null,
  { attemptSeconds, retrySeconds, restartSeconds }: Waits,
  random: number,
): RetryState | null {
  const after = (seconds: number) => Math.round(at + seconds * 1000 * (1 - SPREAD + 2 * SPREAD * random));
  const isDue = ({ nextAt }: AttemptSeries) => nextAt <= Math.max(at, before.nextAttemptAt);
  const next = ({ failed }: AttemptSeries) => {
    const wait = attemptSeconds[failed];
    return wait === undefined ? null : { failed: failed + 1, nextAt: after(wait) };
  };
  let { failures } = before;
  let { delivery, additional, restartFrom } = retriesOf(before);
  if (additional !== null && isDue(additional)) additional = next(additional);
  if (isDue(delivery)) {
    if (delivery.failed === 0) restartFrom = at + restartSeconds * 1000;
    let following = next(delivery);
    if (following === null) {
      const wait = retrySeconds[failures++];
      if (wait === undefined) return null;
      following = { failed: 0, nextAt: after(wait) };
    }
    delivery = following;
  }
  const soonest = at + Math.min(retryAfterMilliseconds(retryAfter, at) ?? 0, LONGEST_ASKED_MS);
  const retries = moved({ delivery, additional, restartFrom }, (time) => Math.max(time, soonest));
  const nextAttemptAt = Math.min(retries.delivery.nextAt, retries.additional?.nextAt ?? Infinity);
  return { failures, nextAttemptAt, retries };
}

/** True if a version may restart the attempts: no attempt had it or a newer one, and the last restart is long ago. */
export function mayRestart(subscription: Subscription, version: number, now: number): boolean {
  return isFailing(subscription) && (subscription.attempts.at(-1)?.version ?? 0) < version &&
    hasCome(retriesOf(subscription).restartFrom, now, LONGEST_ASKED_MS);
}

/** Returns a failing subscription with a new series of additional attempts, the first of which is due now. */
export function restart(before: Subscription, now: number, { restartSeconds }: Waits): Subscription {
  if (!isFailing(before)) throw new Error("A subscription without a failed attempt has none to restart.");
  const retries = {
    delivery: retriesOf(before).delivery,
    additional: { failed: 0, nextAt: now },
    restartFrom: now + restartSeconds * 1000,
  };
  return { ...before, nextAttemptAt: now, retries };
}

/** Returns the number of the next attempt, and the delivery for which it counts; null if it is an additional one. */
export function nextAttempt(state: RetryState): { readonly delivery: number | null; readonly attempt: number } {
  const { delivery, additional } = retriesOf(state);
  return additional !== null && delivery.nextAt > state.nextAttemptAt
    ? { delivery: null, attempt: additional.failed + 1 }
    : { delivery: state.failures + 1, attempt: delivery.failed + 1 };
}

/** Returns the retries with all their times changed. */
export function moved({ delivery, additional, restartFrom }: Retries, time: (time: number) => number): Retries {
  const series = ({ failed, nextAt }: AttemptSeries) => ({ failed, nextAt: time(nextAt) });
  return { delivery: series(delivery), additional: additional && series(additional), restartFrom: time(restartFrom) };
}

/** Longest wait that {@linkcode afterFailure} sets, in milliseconds. */
export function longestWait({ attemptSeconds, retrySeconds }: Waits): number {
  return Math.max(Math.max(...attemptSeconds, ...retrySeconds) * 1000 * (1 + SPREAD), LONGEST_ASKED_MS);
}

function retriesOf({ nextAttemptAt, retries }: RetryState): Retries {
  return retries ?? { delivery: { failed: 0, nextAt: nextAttemptAt }, additional: null, restartFrom: 0 };
}

/** Delay that a `Retry-After` asks for, in milliseconds; null if absent or unreadable (RFC 9110 10.2.3). */
export function retryAfterMilliseconds(field: string | null, now: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
