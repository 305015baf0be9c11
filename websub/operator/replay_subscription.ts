import type { Clock } from "../clock.ts";
import { putSubscription } from "../store/hub_rows.ts";
import { isLive, type Subscription } from "../store/subscription.ts";
import { readTopic } from "../store/topic_store.ts";
import { wakeHub } from "../schedule/wake_hub.ts";
import { MOST_CHECKS, type Store } from "../../domain/store/store.ts";

/** How many subscriptions are sent their topic again, and why the others are not. */
export interface ReplayCount {
  readonly replayed: number;
  readonly expired: number;
  /** Removed since they were listed. */
  readonly gone: number;
  /** Their topic has no version yet. */
  readonly unpublished: number;
}

type ReplayResult = keyof ReplayCount;

/** The subscription that is sent a version (again) at once, whatever failed before. */
export function replayed(before: Subscription, version: number, now: number): Subscription {
  return {
    ...before,
    deliveredVersion: Math.min(before.deliveredVersion, version - 1),
    failures: 0,
    nextAttemptAt: now,
  };
}

/**
 * Has the newest version sent again (WebSub 7): the rows are put one version back, and running hubs are woken to
 * distribute it. A row that has changed meanwhile is read again, so that no renewal and no outcome is lost.
 */
export async function replaySubscriptions(
  kv: Store,
  clock: Clock,
  entries: AsyncIterable<Deno.KvEntry<Subscription>> | Iterable<Deno.KvEntry<Subscription>>,
): Promise<ReplayCount> {
  const count = { replayed: 0, expired: 0, gone: 0, unpublished: 0 };
  let batch: Deno.KvEntry<Subscription>[] = [];

  async function commit(): Promise<void> {
    for (const result of await replayBatch(kv, clock, batch)) count[result]++;
    batch = [];
  }

  for await (const entry of entries) {
    batch.push(entry);
    if (batch.length === MOST_CHECKS) await commit();
  }
  await commit();
  return count;
}

async function replayBatch(
  kv: Store,
  clock: Clock,
  entries: readonly Deno.KvEntry<Subscription>[],
): Promise<readonly ReplayResult[]> {
  if (entries.length === 0) return [];
  const versions = new Map<string, number>();
  for (const path of new Set(entries.map(({ value }) => value.path))) {
    versions.set(path, (await readTopic(kv, path)).value?.version ?? 0);
  }
  const operation = wakeHub(kv.atomic());
  const results = entries.map((entry): ReplayResult => {
    const version = versions.get(entry.value.path) ?? 0;
    if (!isLive(entry.value, clock.now())) return "expired";
    if (version === 0) return "unpublished";
    putSubscription(operation, entry, replayed(entry.value, version, clock.now()));
    return "replayed";
  });
  if (!results.includes("replayed") || (await operation.commit()).ok) return results;
  return (await Promise.all(entries.map((entry) => replayAlone(kv, clock, entry)))).flat();
}

/** One row that changed fails its whole batch: then each is read again and goes by itself. */
async function replayAlone(
  kv: Store,
  clock: Clock,
  { key }: Deno.KvEntry<Subscription>,
): Promise<readonly ReplayResult[]> {
  const current = await kv.get<Subscription>(key);
  return current.value === null ? ["gone"] : await replayBatch(kv, clock, [current]);
}
