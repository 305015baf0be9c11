import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import type { HubSettings } from "../hub_settings.ts";
import { dueAfter, idOf, putSubscription, readSubscription } from "../store/hub_rows.ts";
import { SHARDS } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
import { longestDelay } from "./retry_delay.ts";

// Usual difference between the clocks of two machines.
const CLOCKS_DIFFER_MS = 60_000;

/**
 * Restarts retry delays that began before the clock was put back: they would last until it has caught up. A delay
 * starts from its beginning, because nobody knows how much of it has passed.
 */
export async function renewWaits(context: HubContext): Promise<void> {
  const { kv, clock } = context;
  for (const path of TOPIC_PATHS) {
    for (let shard = 0; shard < SHARDS; shard++) {
      for await (const { key } of kv.list(dueAfter(path, shard, clock.now()))) {
        await renewWait(context, path, idOf(key));
      }
    }
  }
}

async function renewWait(context: HubContext, path: TopicPath, id: string): Promise<void> {
  const { kv, clock, settings, scheduler } = context;
  for (;;) {
    const entry = await readSubscription(kv, path, id);
    const now = clock.now();
    const wait = entry.value && voidWait(entry.value, now, settings);
    if (entry.value === null || wait === null) return;
    // By the new clock; otherwise the next scan would restart the delay again.
    const attempts = entry.value.attempts.map((attempt) => ({ ...attempt, at: Math.min(attempt.at, now) }));
    const renewed = { ...entry.value, attempts, nextAttemptAt: now + wait };
    const operation = putSubscription(kv.atomic(), entry, renewed);
    scheduler.schedule(operation, { kind: "deliver", path, id }, wait);
    const { ok } = await operation.commit();
    context.changed(path, id);
    if (ok) return;
  }
}

/**
 * Retry delay of a subscription whose due time is further ahead than possible, or whose last attempt is in the future;
 * null for a valid due time. Milliseconds.
 */
export function voidWait(
  { nextAttemptAt, failures, attempts }: Pick<Subscription, "nextAttemptAt" | "failures" | "attempts">,
  now: number,
  { retrySeconds }: Pick<HubSettings, "retrySeconds">,
): number | null {
  if (nextAttemptAt <= now) return null;
  const attemptAt = attempts.at(-1)?.at ?? nextAttemptAt;
  const step = retrySeconds[failures - 1];
  const longest = step === undefined ? 0 : longestDelay(step * 1000);
  if (nextAttemptAt <= now + longest && attemptAt <= now + CLOCKS_DIFFER_MS) return null;
  return Math.min(Math.max(nextAttemptAt - attemptAt, 0), longest);
}
