import type { Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";

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
