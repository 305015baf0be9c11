import type { CallbackUrl } from "../../websub/request/callback_url.ts";
import {
  type Attempt,
  type Denial,
  isFailing,
  isLive,
  type PendingRequest,
  type Subscription,
} from "../../websub/store/subscription.ts";
import { shownNearTime, timestamp } from "../command/shown_time.ts";
import { FAILURES_TO_GIVE_UP, nextAttempt } from "../../websub/distribution/retries.ts";

/** State of a subscription for the operator. */
type SubscriptionState =
  /** Its lease has run out; the next distribution removes it. */
  | "expired"
  /** The last attempt failed, and another will be made. */
  | "retry"
  /** A version is still to be sent. */
  | "behind"
  | "up_to_date";

/**
 * Returns the state of a subscription.
 *
 * @param version Newest version of its topic; 0 if there is none.
 */
export function subscriptionState(subscription: Subscription, version: number, now: number): SubscriptionState {
  if (!isLive(subscription, now)) return "expired";
  if (isFailing(subscription)) return "retry";
  return subscription.deliveredVersion < version ? "behind" : "up_to_date";
}

/** State of a subscription in words: `attempt 4 of delivery 1 of 3 at 12:00`. */
export function shownState(subscription: Subscription, version: number, now: number): string {
  const state = subscriptionState(subscription, version, now);
  if (state !== "retry") return state.replaceAll("_", " ");
  const { delivery, attempt } = nextAttempt(subscription);
  const purpose = delivery === null ? "for a newer version" : `of delivery ${delivery} of ${FAILURES_TO_GIVE_UP}`;
  return `attempt ${attempt} ${purpose} at ${shownNearTime(subscription.nextAttemptAt, now)}`;
}

/** Result of an attempt: the status code of the answer, or why there was none. */
export function shownResult({ status, failure }: Attempt): string {
  return status === null ? failure?.replaceAll("_", " ") ?? "no answer" : String(status);
}

/**
 * A callback for display, with `?…` in place of its query.
 *
 * @param longest Maximum number of characters of origin and path; the rest is cut off.
 */
export function shownCallback(callback: CallbackUrl, longest = Infinity): string {
  const bare = bareCallback(callback);
  const cut = bare.length > longest ? `${bare.slice(0, longest)}…` : bare;
  return hasQuery(callback) ? `${cut}?…` : cut;
}

/** Origin and path of a callback. The query may contain a capability, so it is never shown. */
function bareCallback({ origin, target }: CallbackUrl): string {
  return origin + target.split("?", 1)[0];
}

/** Whether a callback has a query. */
function hasQuery({ target }: CallbackUrl): boolean {
  return target.includes("?");
}

/** JSON members for programs, with stable names. Times are RFC 3339. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Returns id, topic and callback of a subscription, without its secret and the callback's query. */
export function namingJson(
  shownId: string,
  { path, topic, callback }: { readonly path: string; readonly topic: string; readonly callback: CallbackUrl },
): JsonMembers {
  return {
    id: shownId,
    topic: path,
    topic_url: topic,
    callback: bareCallback(callback),
    callback_query_hidden: hasQuery(callback),
  };
}

/** State of a subscription. */
export function subscriptionJson(row: Subscription, version: number, now: number): JsonMembers {
  const last = row.attempts.at(-1);
  return {
    state: subscriptionState(row, version, now),
    signed: row.secret !== null,
    lease_seconds: row.leaseSeconds,
    verified_at: timestamp(row.verifiedAt),
    expires_at: timestamp(row.expiresAt),
    delivered_version: row.deliveredVersion,
    topic_version: version,
    failures: row.failures,
    failed_attempts: row.retries?.delivery.failed ?? 0,
    next_attempt_at: timestamp(row.nextAttemptAt),
    last_attempt: last === undefined ? null : attemptJson(last),
  };
}

/** One delivery attempt. */
export function attemptJson({ at, version, status, failure, milliseconds }: Attempt): JsonMembers {
  return { at: timestamp(at), version, status, failure, milliseconds };
}

/** A request that waits for its verification (WebSub 5.3). */
export function requestJson(row: PendingRequest): JsonMembers {
  return {
    state: "waiting_for_verification",
    mode: row.mode,
    signed: row.secret !== null,
    lease_seconds: row.leaseSeconds,
    requested_at: timestamp(row.requestedAt),
    verification_requests: row.attempts,
    next_attempt_at: timestamp(row.nextAttemptAt),
  };
}

/** A denial that has not been sent yet (WebSub 5.2). */
export function denialJson({ reason, deniedAt, attempts, nextAttemptAt }: Denial): JsonMembers {
  return {
    reason,
    denied_at: timestamp(deniedAt),
    denial_requests: attempts,
    next_attempt_at: timestamp(nextAttemptAt),
  };
}
