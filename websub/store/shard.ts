import type { TopicPath } from "../../domain/site.ts";
import type { Subscription } from "./subscription.ts";
import type { Store } from "../../domain/store/store.ts";

/**
 * How many shards the subscriptions of a topic fall into, by the first digit of their ids. A process works on whole
 * shards, so this many processes share a topic. Each costs two rows a distribution; the number is part of the store.
 */
export const SHARDS = 4;

/** Ids from `from` up to `to`, which does not belong to it; in the order of the store. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** How far the look at a shard's subscriptions for one version is. */
export interface Look {
  readonly version: number;
  /** What has not been looked at, in the order in which it will be. */
  readonly rest: readonly IdRange[];
  /** Beginnings of the ids outside `rest` whose subscriptions may lack the version. */
  readonly except: readonly string[];
}

/** A part of a topic's subscriptions: who works on it, and what all of them have. */
export interface Shard {
  /** Id of the process that works on it, or null. */
  readonly owner: string | null;
  /** Every subscription without a time of its own (`nextAttemptAt`) has at least this version. */
  readonly version: number;
  /** The distribution of a newer version that is under way or was left unfinished, or null. */
  readonly look: Look | null;
}

/** A shard that nobody has worked on. */
export const UNTOUCHED_SHARD: Shard = { owner: null, version: 0, look: null };

const ID_PREFIX_LENGTH = 16;
// No digit comes after f.
const AFTER_ALL_DIGITS = "g";

/** Key of a shard. */
export function shardKey(path: TopicPath, number: number): Deno.KvKey {
  return ["shard", path, number];
}

/** The shard of a subscription, by its id. */
export function shardOf(id: string): number {
  return Math.floor(parseInt(id.charAt(0), 16) * SHARDS / 16);
}

/** The ids of a shard. */
export function shardRange(number: number): IdRange {
  const digit = (at: number) => at === SHARDS ? AFTER_ALL_DIGITS : (at * 16 / SHARDS).toString(16);
  return { from: digit(number), to: digit(number + 1) };
}

/** Reads the shards of a topic, in their order. */
export function readShards(kv: Store, path: TopicPath): Promise<readonly Deno.KvEntryMaybe<Shard>[]> {
  const keys = Array.from({ length: SHARDS }, (_, number) => shardKey(path, number));
  return kv.getMany<Shard[]>(keys);
}

/** How an id is named in {@linkcode Look.except}. */
export function exceptionOf(id: string): string {
  return id.slice(0, ID_PREFIX_LENGTH);
}

/** Whether an id lies in one of the ranges. */
export function isWithin(id: string, ranges: readonly IdRange[]): boolean {
  return ranges.some(({ from, to }) => id >= from && id < to);
}

/**
 * Begins the look for a version, or goes on with it. It begins where an older one was broken off and goes once round:
 * changes that come faster than a look ends would otherwise never reach the last subscriptions.
 */
export function beginLook(before: Look | null, version: number, { from, to }: IdRange): Look {
  if (before?.version === version) {
    const exceptions = before.except.map((prefix) => ({ from: prefix, to: prefix + AFTER_ALL_DIGITS }));
    return { version, rest: [...exceptions, ...before.rest], except: [] };
  }
  const start = before?.rest[0]?.from ?? from;
  const rest = [{ from: start, to }, { from, to: start }];
  return { version, rest: rest.filter((range) => range.from < range.to), except: [] };
}

/** The version of the topic that a subscription has: its own, or that of its shard where that is newer. */
export function versionOf(
  { deliveredVersion, nextAttemptAt }: Pick<Subscription, "deliveredVersion" | "nextAttemptAt">,
  id: string,
  shard: Shard | null,
): number {
  // With a time of its own it is none of the shard's: what the shard says is not about it.
  if (nextAttemptAt > 0 || shard === null) return deliveredVersion;
  const { version, look } = shard;
  const isLookedAt = look !== null && !isWithin(id, look.rest) && !look.except.includes(exceptionOf(id));
  return Math.max(deliveredVersion, version, isLookedAt ? look.version : 0);
}
