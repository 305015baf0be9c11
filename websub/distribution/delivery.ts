import { retryLocked } from "../../domain/retry_locked.ts";
import type { TopicContent } from "./content_distribution.ts";
import { contentDistribution } from "./content_distribution.ts";
import { attemptOf, deliveryOutcome } from "./delivery_outcome.ts";
import { endSubscription } from "../subscribing/end_subscription.ts";
import type { HubContext } from "../hub_context.ts";
import type { Job } from "../schedule/job.ts";
import { resultOf, shownId } from "../hub_log.ts";
import { type Attempt, isDue, type Subscription } from "../store/subscription.ts";
import { checkNoLease } from "./topic_lease.ts";

/** An attempt that has been made and is not recorded yet. */
export interface MadeAttempt {
  readonly before: Deno.KvEntry<Subscription>;
  readonly attempt: Attempt;
  readonly retryAfter: string | null;
}

/** Sends a version of a topic to a subscriber. Changes nothing in the store. Null when it was cut off by our own end. */
export async function attemptDelivery(
  { client, clock, record, isClosing }: HubContext,
  before: Deno.KvEntry<Subscription>,
  content: TopicContent,
): Promise<MadeAttempt | null> {
  const { callback, path, failures } = before.value;
  const start = clock.now();
  const answer = await client.exchange(contentDistribution(before.value, content));
  if (answer.kind === "failed" && isClosing()) return null;
  const at = clock.now();
  const attempt = attemptOf(answer, content.version, at, at - start);
  record({
    event: "distribution",
    topic: path,
    host: callback.host,
    subscription: shownId(String(before.key[2])),
    version: content.version,
    attempt: failures + 1,
    result: resultOf(answer),
    milliseconds: attempt.milliseconds,
  });
  return { before, attempt, retryAfter: answer.kind === "answered" ? answer.retryAfter : null };
}

/**
 * Records an attempt on its subscription. A row that was renewed meanwhile keeps its renewal and gets the outcome as
 * well; one that has ended stays so.
 */
export async function recordAttempt(context: HubContext, { before, attempt, retryAfter }: MadeAttempt): Promise<void> {
  let entry = before;
  for (;;) {
    const outcome = deliveryOutcome(entry.value, attempt, retryAfter, context.settings, context.random());
    // The callback has come back since: it has confirmed a newer request.
    if (outcome.kind === "gone" && entry.value.verifiedAt !== before.value.verifiedAt) return;
    if (await commitOutcome(context, entry, outcome)) return;
    const current = await retryLocked(() => context.kv.get<Subscription>(entry.key));
    if (current.value === null) return;
    entry = current;
  }
}

function commitOutcome(
  context: HubContext,
  entry: Deno.KvEntry<Subscription>,
  outcome: ReturnType<typeof deliveryOutcome>,
): Promise<boolean> {
  if (outcome.kind === "gone") return endSubscription(context, entry, null);
  if (outcome.kind === "given_up") return endSubscription(context, entry, outcome.reason);
  const { subscription } = outcome;
  const { path, nextAttemptAt } = subscription;
  return context.completions.add({
    before: entry,
    after: subscription,
    job: outcome.kind === "delivered" ? null : {
      job: { kind: "deliver", path, id: String(entry.key[2]) },
      delayMilliseconds: nextAttemptAt - context.clock.now(),
    },
  });
}

/**
 * Why a row is claimed: it was put off before; its delivery waited until the lease was given back; or its delivery is
 * under way while the lease is given back.
 */
export type ClaimReason = "retry" | "late" | "under_way";

/**
 * Takes a subscription for one attempt, so that no other process makes the same: its next attempt is put off until an
 * exchange is surely over, and a job for then sees to it should this process die.
 *
 * @returns The row as it is now, or null when nothing is due or another process was first.
 */
export async function claimDelivery(
  { kv, clock, settings, scheduler }: HubContext,
  key: Deno.KvKey,
  version: number,
  reason: ClaimReason,
): Promise<Deno.KvEntry<Subscription> | null> {
  const entry = await retryLocked(() => kv.get<Subscription>(key));
  if (entry.value === null || !isDue(entry.value, version, clock.now())) return null;
  // A row that nothing has put off is sent to under the lease alone, and its holder would not notice a claim.
  if (reason === "retry" && entry.value.nextAttemptAt === 0) return null;
  const operation = kv.atomic().check(entry);
  if (reason === "late" && !await checkNoLease(kv, clock, entry.value.path, operation)) return null;
  const delay = 2 * settings.attemptTimeoutSeconds * 1000 + 1000;
  const taken: Subscription = { ...entry.value, nextAttemptAt: clock.now() + delay };
  const job: Job = { kind: "deliver", path: taken.path, id: String(key[2]) };
  const result = await retryLocked(() => scheduler.schedule(operation.set(key, taken), job, delay).commit());
  return result.ok ? { key, value: taken, versionstamp: result.versionstamp } : null;
}
