import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer } from "../../outbound/outbound_client.ts";
import { type Attempt, type Subscription, withoutFailures } from "../store/subscription.ts";
import { afterFailure, FAILURES_TO_GIVE_UP, notBefore } from "./retries.ts";

type DeliveryOutcome =
  | { readonly kind: "delivered" | "failed"; readonly subscription: Subscription }
  /** The callback is gone for good (410): the subscription ends without a denial. */
  | { readonly kind: "gone" }
  /** The third failed delivery in a row: the subscription ends with a denial (WebSub 5.2). */
  | { readonly kind: "given_up"; readonly reason: string };

const ATTEMPTS_KEPT = 8;

/** Returns the stored form of an attempt. */
export function attemptOf(answer: OutboundAnswer, version: number, at: number, milliseconds: number): Attempt {
  if (answer.kind === "failed") return { at, version, status: null, failure: answer.failure, milliseconds };
  const { status, retryAfter } = answer;
  const asked = status > 299 ? notBefore(retryAfter, at) : undefined;
  return { at, version, status, failure: null, milliseconds, ...asked === undefined ? {} : { notBefore: asked } };
}

/**
 * Returns the effect of an attempt (WebSub 7). Only a 2xx is a success; a redirect is a failure.
 *
 * @param isDue False for an early attempt, which a newer version caused. Its failure changes neither failures nor the next retry.
 * @param random From 0 up to 1; spreads the retries of subscribers that failed together.
 */
export function deliveryOutcome(
  before: Subscription,
  attempt: Attempt,
  isDue: boolean,
  settings: Pick<HubSettings, "retrySeconds">,
  random: number,
): DeliveryOutcome {
  const attempts = remembered(before.attempts, attempt);
  if (isSuccess(attempt)) {
    const deliveredVersion = Math.max(before.deliveredVersion, attempt.version);
    return {
      kind: "delivered",
      subscription: { ...withoutFailures(before), attempts, deliveredVersion, nextAttemptAt: 0 },
    };
  }
  if (attempt.status === 410) return { kind: "gone" };
  // One closed connection is no failure: the subscriber may close an idle one just as a delivery is sent. A second in a
  // row is one, because a subscriber may read every delivery and hang up.
  if (isDue && attempt.failure === "closed" && before.attempts.at(-1)?.failure !== "closed") {
    return { kind: "failed", subscription: { ...before, attempts, nextAttemptAt: attempt.at } };
  }
  const after = isDue ? afterFailure(before, attempt.at, settings, random) : before;
  if (after !== null) {
    // Retry-After lengthens a wait, and hastens no attempt.
    const nextAttemptAt = Math.max(after.nextAttemptAt, attempt.notBefore ?? 0);
    return { kind: "failed", subscription: { ...before, ...after, attempts, nextAttemptAt } };
  }
  const reason = `${FAILURES_TO_GIVE_UP} deliveries in a row failed, the last with ${cause(attempt)}`;
  return { kind: "given_up", reason };
}

/** Keeps only the last of consecutive successes: storing all made deliveries a tenth slower. */
function remembered(before: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const last = before.at(-1);
  const kept = last !== undefined && isSuccess(last) && isSuccess(attempt) ? before.slice(0, -1) : before;
  return [...kept, attempt].slice(-ATTEMPTS_KEPT);
}

/** True for a 2xx, the only success (WebSub 7). */
export function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function cause({ status, failure }: Attempt): string {
  return status === null ? `no answer (${failure?.replaceAll("_", " ")})` : `status ${status}`;
}
