import type { HubSettings } from "../hub_settings.ts";
import type { OutboundAnswer } from "../../outbound/outbound_client.ts";
import type { Attempt, Subscription } from "../store/subscription.ts";
import { retryAfterMilliseconds, retryDelay } from "./retry_delay.ts";

/** What an attempt to deliver makes of its subscription. */
export type DeliveryOutcome =
  | { readonly kind: "delivered" | "failed"; readonly subscription: Subscription }
  /** The callback says that it is gone for good (410): nobody is to be told. */
  | { readonly kind: "gone" }
  /** The third failure in a row: the subscriber is to be told (WebSub 5.2). */
  | { readonly kind: "given_up"; readonly reason: string };

/** How many failed attempts in a row end a subscription. */
export const FAILURES_TO_GIVE_UP = 3;
const ATTEMPTS_KEPT = 8;

/** An attempt as it is remembered. */
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
  // A subscriber closes an idle connection when it likes, also when a delivery is on its way. That is no failure of its
  // own; a second one in a row is, since a subscriber may read every delivery and hang up.
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

/** Of successes in a row only the last is kept: to write them all took a tenth of the deliveries per second. */
function remembered(before: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  const last = before.at(-1);
  const kept = last !== undefined && isSuccess(last) && isSuccess(attempt) ? before.slice(0, -1) : before;
  return [...kept, attempt].slice(-ATTEMPTS_KEPT);
}

/** Whether an attempt brought the version: only a 2xx did (WebSub 7). */
export function isSuccess({ status }: Attempt): boolean {
  return status !== null && status >= 200 && status <= 299;
}

function cause({ status, failure }: Attempt): string {
  return status === null ? `no answer (${failure?.replaceAll("_", " ")})` : `status ${status}`;
}
