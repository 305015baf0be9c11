import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer } from "../../outbound/outbound_client.ts";
import type { Attempt, Subscription } from "../store/subscription.ts";
import { retryAfterMilliseconds, retryDelay } from "./retry_delay.ts";

/** Effect of an attempt to deliver on its subscription. */
export type DeliveryOutcome =
  | { readonly kind: "delivered" | "failed"; readonly subscription: Subscription }
  /** The callback is gone for good (410): there is nobody to tell. */
  | { readonly kind: "gone" }
  /** The third consecutive failure: the subscriber is to be told (WebSub 5.2). */
  | { readonly kind: "given_up"; readonly reason: string };

/** Consecutive failures that end a subscription. */
export const FAILURES_TO_GIVE_UP = 3;
const ATTEMPTS_KEPT = 8;

/** Makes the stored form of an attempt. */
export function attemptOf(answer: OutboundAnswer, version: number, at: number, milliseconds: number): Attempt {
  return answer.kind === "answered"
    ? { at, version, status: answer.status, failure: null, milliseconds }
    : { at, version, status: null, failure: answer.failure, milliseconds };
}

/**
 * Decides what an attempt means (WebSub 7): only a 2xx is a success, so a redirect is a failure as well.
 *
 * @param random From 0 up to 1; spreads the retries of subscribers that failed together.
 */
export function deliveryOutcome(
  before: Subscription,
  attempt: Attempt,
  retryAfter: string | null,
  { retrySeconds }: Pick<HubSettings, "retrySeconds">,
  random: number,
): DeliveryOutcome {
  const attempts = remembered(before.attempts, attempt);
  if (isSuccess(attempt)) {
    const deliveredVersion = Math.max(before.deliveredVersion, attempt.version);
    return {
      kind: "delivered",
      subscription: { ...before, attempts, deliveredVersion, failures: 0, nextAttemptAt: 0 },
    };
  }
  if (attempt.status === 410) return { kind: "gone" };
  // A subscriber may close an idle connection just when a delivery is on its way, which is not its failure. A second
  // consecutive one is: a subscriber may read every delivery and hang up.
  if (attempt.failure === "closed" && before.attempts.at(-1)?.failure !== "closed") {
    return { kind: "failed", subscription: { ...before, attempts, nextAttemptAt: attempt.at } };
  }
  const failures = before.failures + 1;
  const step = retrySeconds[failures - 1];
  if (failures >= FAILURES_TO_GIVE_UP || step === undefined) {
    return { kind: "given_up", reason: `${failures} deliveries in a row failed, the last with ${cause(attempt)}` };
  }
  const delay = retryDelay(step * 1000, retryAfterMilliseconds(retryAfter, attempt.at), random);
  const nextAttemptAt = attempt.at + delay;
  return { kind: "failed", subscription: { ...before, attempts, failures, nextAttemptAt } };
}

/**
 * Appends an attempt. Keeps only the last of consecutive successes: writing all cost a tenth of the deliveries a
 * second.
 */
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
