import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import { type Denial, isLive, type PendingRequest } from "../../websub/store/subscription.ts";
import { countRows, type RowCount } from "../../websub/store/hub_rows.ts";
import { bytesPerChange, undeliveredSince } from "../../websub/operator/hub_figures.ts";
import { readTopic, topicSubscriptions } from "../../websub/store/topic_store.ts";
import type { Store } from "../../domain/store/store.ts";

/** How a topic's live subscriptions stand. */
export interface TopicStats {
  readonly path: TopicPath;
  /** 0 before the first. */
  readonly version: number;
  /** Milliseconds since 1970, as all times here; null before the first version. */
  readonly changedAt: number | null;
  readonly live: number;
  /** Those that lack the newest version, also when an attempt failed. */
  readonly behind: number;
  /** When the oldest change came that somebody lacks, or null. */
  readonly undeliveredSince: number | null;
}

/** An attempt that is planned. */
export interface NextAttempt {
  readonly kind: "delivery" | "verification" | "denial";
  readonly at: number;
}

/** A stored counter beside what there is. */
export interface CounterStats {
  readonly kind: RowCount;
  readonly stored: number;
  readonly counted: number;
  /** False when the counter is wrong, and not only on its way while another process works. */
  readonly agrees: boolean;
}

/** How the hub stands. */
export interface HubStats {
  readonly topics: readonly TopicStats[];
  readonly expired: number;
  /** Of the live ones: those whose last attempt failed, and those with a secret. */
  readonly failing: number;
  readonly signed: number;
  /** Callback hosts of live subscriptions, those with the most first. */
  readonly hosts: readonly { readonly host: string; readonly subscriptions: number }[];
  readonly requests: number;
  readonly denials: number;
  readonly nextAttempt: NextAttempt | null;
  /** What all subscriptions together are sent at one change of every topic. */
  readonly bytesPerChange: number;
  readonly counters: readonly CounterStats[];
}

/** Counts everything that the hub keeps. */
export async function hubStats(kv: Store, now: number): Promise<HubStats> {
  const before = await storedCounts(kv);
  const hosts = new Map<string, number>();
  const topics: TopicStats[] = [];
  const planned: NextAttempt[] = [];
  let [expired, failing, signed, requests, denials] = [0, 0, 0, 0, 0];

  function plan(kind: NextAttempt["kind"], at: number): void {
    if (planned[0] === undefined || at < planned[0].at) planned[0] = { kind, at };
  }

  for (const path of TOPIC_PATHS) {
    const { value: state } = await readTopic(kv, path);
    let [live, behind, oldest] = [0, 0, Infinity];
    for await (const { value } of topicSubscriptions(kv, path)) {
      if (!isLive(value, now)) {
        expired++;
        continue;
      }
      live++;
      if (value.secret !== null) signed++;
      if (value.failures > 0) failing++;
      if (value.nextAttemptAt > 0) plan("delivery", value.nextAttemptAt);
      hosts.set(value.callback.host, (hosts.get(value.callback.host) ?? 0) + 1);
      const since = state === null ? null : undeliveredSince(value, state);
      if (since === null) continue;
      behind++;
      oldest = Math.min(oldest, since);
    }
    const { version = 0, changedAt = null } = state ?? {};
    topics.push({ path, version, changedAt, live, behind, undeliveredSince: behind === 0 ? null : oldest });
  }
  for await (const { value } of kv.list<PendingRequest>({ prefix: ["pending"] })) {
    requests++;
    plan("verification", value.nextAttemptAt);
  }
  for await (const { value } of kv.list<Denial>({ prefix: ["denial"] })) {
    denials++;
    plan("denial", value.nextAttemptAt);
  }

  const counted = { subscription: topics.reduce((sum, { live }) => sum + live, expired), pending: requests };
  const after = await storedCounts(kv);
  return {
    topics,
    expired,
    failing,
    signed,
    hosts: [...hosts].map(([host, subscriptions]) => ({ host, subscriptions }))
      .sort((a, b) => b.subscriptions - a.subscriptions || (a.host < b.host ? -1 : 1)),
    requests,
    denials,
    nextAttempt: planned[0] ?? null,
    bytesPerChange: await bytesPerChange(kv),
    counters: (["subscription", "pending"] as const).map((kind) =>
      counterStats(kind, before[kind], after[kind], counted[kind])
    ),
  };
}

async function storedCounts(kv: Store): Promise<Readonly<Record<RowCount, number>>> {
  return {
    subscription: await countRows(kv, "subscription"),
    pending: await countRows(kv, "pending"),
  };
}

/** Rows that come and go while they are counted leave the count between the counter before and the one after. */
function counterStats(kind: RowCount, before: number, after: number, counted: number): CounterStats {
  const agrees = counted >= Math.min(before, after) && counted <= Math.max(before, after);
  return { kind, stored: after, counted, agrees };
}
