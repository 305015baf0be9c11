import { TOPIC_PATHS, type TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import { countRows, idOf, subscriptionKey, topicCountKey, topicKey } from "../store/hub_rows.ts";
import {
  type IdRange,
  readShards,
  type Shard,
  shardRange,
  SHARDS,
  UNTOUCHED_SHARD,
  versionOf,
} from "../store/shard.ts";
import { isLive, type PendingRequest, type Subscription } from "../store/subscription.ts";
import type { TopicState } from "../store/topic_state.ts";
import { readTopic } from "../store/topic_store.ts";

/** Progress of the distribution of a topic, without subscriptions that wait for a retry. */
export interface TopicFigures {
  readonly path: TopicPath;
  /** Subscriptions that lack the newest version; an estimate if they are very many. */
  readonly backlog: number;
  /** Time of the oldest change that one of them lacks, as far as the store knows; milliseconds since 1970, or null. */
  readonly undeliveredSince: number | null;
}

/** Figures of the hub, from few rows even with many subscriptions. */
export interface HubFigures {
  readonly topics: readonly TopicFigures[];
  readonly subscriptions: number;
  /** Pending requests. */
  readonly pending: number;
  /** Subscriptions that wait for a retry, at most {@linkcode MOST_COUNTED}. */
  readonly failing: number;
  /** Time of the oldest untried request of a sample; milliseconds since 1970, or null. */
  readonly unverifiedSince: number | null;
  /** Bytes that one change of every topic sends to all subscriptions together. */
  readonly bytesPerChange: number;
}

/** Most subscriptions counted one by one. */
export const MOST_COUNTED = 1000;

// Rows read of each unscanned range. The rest is estimated from the share of the ids that they span.
const SAMPLE = 250;
const DIGITS = 12;

/** Reads the figures. */
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

/** Number of subscriptions of a shard that lack the newest version, and the oldest version that one of them has. */
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
  // An exception may lack it: its delivery is under way.
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

/** Share of a range of ids up to one of them: ids are hashes and therefore evenly spread. */
function spanned({ from, to }: IdRange, id: string): number {
  const place = (text: string) => parseInt(text.slice(0, DIGITS).padEnd(DIGITS, "0"), 16);
  // The end of the last range is no hexadecimal digit.
  const end = Number.isNaN(place(to)) ? 16 ** DIGITS : place(to);
  return Math.min(1, Math.max((place(id) - place(from)) / (end - place(from)), 1 / SAMPLE / SHARDS));
}

function firstRows<T>(kv: Store, selector: Deno.KvListSelector, limit: number): Promise<readonly Deno.KvEntry<T>[]> {
  return Array.fromAsync(kv.list<T>(selector, { limit, batchSize: Math.min(limit, 500) }));
}

/**
 * Time since which a subscription lacks a change, in milliseconds since 1970; null if it lacks none. As far as the
 * store knows: it keeps the times of the newest change, of the first one in the same quiet time, and of the attempts.
 */
export function undeliveredSince(
  { deliveredVersion, attempts }: Pick<Subscription, "deliveredVersion" | "attempts">,
  { version, changedAt, waitingSince }: TopicState,
): number | null {
  if (deliveredVersion >= version) return null;
  const attempted = attempts.filter((attempt) => attempt.version > deliveredVersion).map(({ at }) => at);
  return Math.min(deliveredVersion === version - 1 ? changedAt : waitingSince, ...attempted);
}

/** Bytes that one change of every topic sends to all subscriptions together. */
export async function bytesPerChange(kv: Store): Promise<number> {
  const counts = await kv.getMany<Deno.KvU64[]>(TOPIC_PATHS.map(topicCountKey));
  const states = await kv.getMany<TopicState[]>(TOPIC_PATHS.map(topicKey));
  return counts.reduce((sum, { value }, topic) => sum + Number(value ?? 0) * (states[topic]?.value?.bytes ?? 0), 0);
}
