import { subscriptionState } from "./subscription_state.ts";
import type { CallbackUrl } from "../../websub/request/callback_url.ts";
import type { Attempt, Denial, PendingRequest, Subscription } from "../../websub/store/subscription.ts";
import { bareCallback, hasQuery } from "./shown_callback.ts";
import { timestamp } from "../command/shown_time.ts";

/** JSON members for programs. The names are stable; times are RFC 3339. */
export type JsonMembers = Readonly<Record<string, unknown>>;

/** Id, topic and callback of a subscription, without its secret and the callback's query. */
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
    denied_at: deniedAt === undefined ? null : timestamp(deniedAt),
    denial_requests: attempts,
    next_attempt_at: timestamp(nextAttemptAt),
  };
}
