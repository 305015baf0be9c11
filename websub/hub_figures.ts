import { TOPIC_PATHS, type TopicPath } from "../domain/site.ts";
import { inTime } from "../domain/deadline.ts";
import type { Store } from "../domain/store/store.ts";
import { countRows, idOf, subscriptionKey, topicCountKey, topicKey } from "./store/hub_rows.ts";
import { type IdRange, readShards, type Shard, shardRange, SHARDS, UNTOUCHED_SHARD, versionOf } from "./store/shard.ts";
import { isLive, type PendingRequest, type Subscription } from "./store/subscription.ts";
import type { TopicState } from "./store/topic_state.ts";
import { readTopic } from "./store/topic_store.ts";

/** Distribution progress of a topic. Excludes subscriptions that wait for a retry. */
export interface TopicFigures {
  readonly path: TopicPath;
  /** Number of subscriptions that lack the newest version; an estimate if many. */
  readonly backlog: number;
  /** Oldest change that one of them lacks and the store knows, in milliseconds since 1970; null if none. */
  readonly undeliveredSince: number | null;
}

/** Key figures of the hub. Reads few rows even with many subscriptions. */
export interface HubFigures {
  readonly topics: readonly TopicFigures[];
  readonly subscriptions: number;
  readonly pending: number;
  /** Number of subscriptions that wait for a retry, at most {@linkcode MOST_COUNTED}. */
  readonly failing: number;
  /** Time of the oldest unverified request in a sample, in milliseconds since 1970; null if none. */
  readonly unverifiedSince: number | null;
  /** Total bytes to send to all subscriptions if every topic changes once. */
  readonly bytesPerChange: number;
}

/** Maximum number of subscriptions to count one by one. */
export const MOST_COUNTED = 1000;

// Maximum number of rows to read from each unscanned range. The rest of a range is extrapolated from the share of its
// ids that these rows span.
const SAMPLE = 250;

const DIGITS = 12;

/** Reads the key figures of the hub. */
export async function readHubFigures(kv: Store, now: number): Promise<HubFigures> {
  const waiting = await firstRows<PendingRequest>(kv, { prefix: ["pending"] }, SAMPLE);
  const untried = waiting.filter(({ value }) => value.attempts === 0).map(({ value }) => value.requestedAt);
  return {
    topics: await Promise.all(TOPIC_PATHS.map((path) => topicFigures(kv, path, now))),
    subscriptions: await countRows(kv, "subscription"),
    pending: await countRows(kv, "pending"),
    failing: (await firstRows(kv, { prefix: ["due"] }, MOST_COUNTED)).length,
    unverifiedSince: untried.length === 0 ? null : Math.min(...untried),
    bytesPerChange: await bytesPerChange(kv),
  };
}

async function topicFigures(kv: Store, path: TopicPath, now: number): Promise<TopicFigures> {
  const [{ value: state }, shards] = await Promise.all([readTopic(kv, path), readShards(kv, path)]);
  if (state === null) return { path, backlog: 0, undeliveredSince: null };
  let [backlog, oldest] = [0, state.version];
  for (const [number, entry] of shards.entries()) {
    const shard = entry.value ?? UNTOUCHED_SHARD;
    if (shard.version >= state.version) continue;
    const { count, version } = await lackingIn(kv, path, number, shard, state, now);
    backlog += count;
    oldest = Math.min(oldest, version);
  }
  const since = undeliveredSince({ deliveredVersion: oldest, attempts: [] }, state);
  return { path, backlog, undeliveredSince: backlog === 0 ? null : since };
}

async function lackingIn(
  kv: Store,
  path: TopicPath,
  number: number,
  shard: Shard,
  { version }: TopicState,
  now: number,
): Promise<{ readonly count: number; readonly version: number }> {
  const { look } = shard;
  const isUnderWay = look?.version === version;
  const ranges = isUnderWay ? look.rest : [shardRange(number)];
  // Exceptions count too: their delivery was running when the progress was written.
  let [count, oldest] = [isUnderWay ? look.except.length : 0, version - 1];
  for (const range of ranges) {
    const selector = { start: subscriptionKey(path, range.from), end: subscriptionKey(path, range.to) };
    const rows = await firstRows<Subscription>(kv, selector, SAMPLE);
    const lacking = rows.filter(({ key, value }) =>
      value.nextAttemptAt === 0 && isLive(value, now) && versionOf(value, idOf(key), shard) < version
    );
    for (const { key, value } of lacking) oldest = Math.min(oldest, versionOf(value, idOf(key), shard));
    const last = rows.at(-1);
    const isAll = last === undefined || rows.length < SAMPLE;
    count += isAll ? lacking.length : Math.round(lacking.length / spanned(range, idOf(last.key)));
  }
  return { count, version: oldest };
}

/** Returns the share of a range that lies before an id, from 0 to 1. Ids are hashes and therefore evenly spread. */
function spanned({ from, to }: IdRange, id: string): number {
  const place = (text: string) => parseInt(text.slice(0, DIGITS).padEnd(DIGITS, "0"), 16);
  // The last range ends with `g`, which is not hexadecimal.
  const end = Number.isNaN(place(to)) ? 16 ** DIGITS : place(to);
  return Math.min(1, Math.max((place(id) - place(from)) / (end - place(from)), 1 / SAMPLE / SHARDS));
}

function firstRows<T>(kv: Store, selector: Deno.KvListSelector, limit: number): Promise<readonly Deno.KvEntry<T>[]> {
  return Array.fromAsync(kv.list<T>(selector, { limit, batchSize: Math.min(limit, 500) }));
}

/**
 * Time since which a subscription lacks a change, in milliseconds since 1970; null if it lacks none. Approximate: the
 * store keeps only the times of the attempts, of the newest change and of the first change in its quiet time.
 */
export function undeliveredSince(
  { deliveredVersion, attempts }: Pick<Subscription, "deliveredVersion" | "attempts">,
  { version, changedAt, waitingSince }: TopicState,
): number | null {
  if (deliveredVersion >= version) return null;
  const attempted = attempts.filter((attempt) => attempt.version > deliveredVersion).map(({ at }) => at);
  return Math.min(deliveredVersion === version - 1 ? changedAt : waitingSince, ...attempted);
}

async function bytesPerChange(kv: Store): Promise<number> {
  const counts = await kv.getMany<Deno.KvU64[]>(TOPIC_PATHS.map(topicCountKey));
  const states = await kv.getMany<TopicState[]>(TOPIC_PATHS.map(topicKey));
  return counts.reduce((sum, { value }, topic) => sum + Number(value ?? 0) * (states[topic]?.value?.bytes ?? 0), 0);
}

// Maximum age of cached figures, in milliseconds. A read takes some thirty rows, which may cost money.
const OLD_AFTER_MS = 10_000;

// Deadline of a read, in milliseconds, because `/readyz` must answer even if the store does not.
const GIVE_UP_AFTER_MS = 2000;

/** Caches figures for some seconds. Parallel calls share one read. */
export function figuresWatch<Figures>(
  readFigures: () => Promise<Figures>,
  now: () => number = () => performance.now(),
) {
  let last: Figures | null = null;
  let readAt = -Infinity;
  let underWay: Promise<Figures> | null = null;

  async function read(): Promise<Figures> {
    try {
      last = await readFigures();
      readAt = now();
      return last;
    } catch (error) {
      last = null;
      readAt = -Infinity;
      throw error;
    } finally {
      underWay = null;
    }
  }

  return {
    /** Returns the figures, and reads them again if they are old. Rejects if they cannot be read. */
    look: (): Promise<Figures> => {
      if (last !== null && now() - readAt < OLD_AFTER_MS) return Promise.resolve(last);
      underWay ??= read();
      // Prevents an unhandled rejection if all callers have timed out.
      underWay.catch(() => {});
      return inTime(underWay, GIVE_UP_AFTER_MS, () => new Error("The store has not answered in time."));
    },
    /** Figures read last; null before the first read and after a failed one. */
    last: () => last,
  };
}
