import { hasCome } from "../clock.ts";
import type { HubSettings } from "../hub_settings.ts";
import { failedAttemptsOf, isFailing, type Subscription } from "../store/subscription.ts";

// States of a subscription, with the events that change them:
//
// | State   | Event                                    | Next                                     |
// | ------- | ---------------------------------------- | ---------------------------------------- |
// | healthy | an attempt fails                         | failing                                  |
// | failing | a due attempt fails                      | failing, or ended by the third delivery  |
// | failing | an early attempt for a new version fails | failing, with the same count of failures |
// | failing | an attempt succeeds, a renewal, a replay | healthy                                  |
//
// `retrySeconds` lists the waits between all attempts. Each third of the attempts is a delivery. The third failed
// delivery ends the subscription.

/** Number of consecutive failed deliveries that ends a subscription. */
export const FAILURES_TO_GIVE_UP = 3;
const LONGEST_ASKED_MS = 86_400_000;
const SPREAD = 0.2;

type RetryState = Pick<Subscription, "failures" | "failedAttempts">;

/**
 * Returns the state after a failed attempt that was due; null if that ends the subscription.
 *
 * @param at End of the attempt, in milliseconds since 1970.
 * @param random From 0 up to 1; spreads subscribers that failed together.
 */
export function afterFailure(
  before: RetryState,
  at: number,
  { retrySeconds }: Pick<HubSettings, "retrySeconds">,
  random: number,
): Pick<Subscription, "failures" | "failedAttempts" | "nextAttemptAt"> | null {
  const attempts = (retrySeconds.length + 1) / FAILURES_TO_GIVE_UP;
  const failed = failedAttemptsOf(before) + 1;
  const isDeliveryOver = failed >= attempts;
  const failures = before.failures + Number(isDeliveryOver);
  if (failures >= FAILURES_TO_GIVE_UP) return null;
  const wait = retrySeconds[before.failures * attempts + Math.min(failed, attempts) - 1] ?? 0;
  const nextAttemptAt = Math.round(at + wait * 1000 * (1 + SPREAD * random));
  return { failures, failedAttempts: isDeliveryOver ? 0 : failed, nextAttemptAt };
}

/**
 * True if a failing subscription may be sent a newer version before its next attempt is due: no attempt had that version,
 * and the last one is long enough ago.
 */
export function mayTryEarly(
  subscription: Subscription,
  version: number,
  now: number,
  { restartSeconds }: Pick<HubSettings, "restartSeconds">,
): boolean {
  const last = subscription.attempts.at(-1);
  if (!isFailing(subscription) || last === undefined || last.version >= version) return false;
  return hasCome(Math.max(last.at + restartSeconds * 1000, last.notBefore ?? 0), now, LONGEST_ASKED_MS);
}

/** Returns the number of the running delivery, and that of its next due attempt; both count from 1. */
export function nextAttempt(state: RetryState): { readonly delivery: number; readonly attempt: number } {
  return { delivery: state.failures + 1, attempt: failedAttemptsOf(state) + 1 };
}

/** Longest wait for an attempt, in milliseconds. */
export function longestWait({ retrySeconds }: Pick<HubSettings, "retrySeconds">): number {
  return Math.max(Math.max(...retrySeconds) * 1000 * (1 + SPREAD), LONGEST_ASKED_MS);
}

/**
 * Returns the time before which a subscriber wants no other attempt, in milliseconds since 1970, at most a day ahead;
 * undefined if it names none.
 */
export function notBefore(retryAfter: string | null, now: number): number | undefined {
  const wait = retryAfterMilliseconds(retryAfter, now);
  return wait === null ? undefined : now + Math.min(wait, LONGEST_ASKED_MS);
}

/** Delay that a `Retry-After` asks for, in milliseconds; null if absent or unreadable (RFC 9110 10.2.3). */
export function retryAfterMilliseconds(field: string | null, now: number): number | null {
  if (field === null) return null;
  if (/^\d{1,9}$/.test(field)) return Number(field) * 1000;
  const date = /^[A-Z][a-z]{2}, /.test(field) ? Date.parse(field) : NaN;
  return Number.isNaN(date) ? null : Math.max(date - now, 0);
}
