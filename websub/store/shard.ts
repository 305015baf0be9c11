import type { TopicPath } from "../../domain/site.ts";
import type { Subscription } from "./subscription.ts";
import type { Store } from "../../domain/store/store.ts";

/**
 * Number of shards into which the subscriptions of a topic are divided, by the first digit of their ids. A process owns
 * whole shards, so at most this many processes share a topic. Each shard costs two row writes a distribution. The
 * number is part of the store's format.
 */
export const SHARDS = 4;

/** Ids from `from` (inclusive) to `to` (exclusive), in the order of the store. */
export interface IdRange {
  readonly from: string;
  readonly to: string;
}

/** Progress of the scan of a shard's subscriptions for one version. */
export interface Look {
  readonly version: number;
  /** Unscanned ranges, in the order of the scan. */
  readonly rest: readonly IdRange[];
  /** Prefixes of ids outside `rest` whose subscriptions may lack the version. */
  readonly except: readonly string[];
}

/** Row of a shard. `websub/distribution/owned_shard.ts` lists its states. */
export interface Shard {
  readonly owner: string | null;
  /** Version that all its subscriptions have, except those that wait for a retry (`nextAttemptAt`). */
  readonly version: number;
  /** Progress of an unfinished distribution of a newer version, or null. */
  readonly look: Look | null;
}

/** Value of a shard that has no row yet. */
export const UNTOUCHED_SHARD: Shard = { owner: null, version: 0, look: null };

const ID_PREFIX_LENGTH = 16;
// Sorts after all hexadecimal digits.
const AFTER_ALL_DIGITS = "g";

/** Key of a shard. */
export function shardKey(path: TopicPath, number: number): Deno.KvKey {
  return ["shard", path, number];
}

/** Returns the shard number of a subscription id. */
export function shardOf(id: string): number {
  return Math.floor(parseInt(id.charAt(0), 16) * SHARDS / 16);
}

/** Returns the range of ids of a shard. */
export function shardRange(number: number): IdRange {
  const digit = (at: number) => at === SHARDS ? AFTER_ALL_DIGITS : (at * 16 / SHARDS).toString(16);
  return { from: digit(number), to: digit(number + 1) };
}

/** Reads the rows of all shards of a topic, in the order of their numbers. */
export function readShards(kv: Store, path: TopicPath): Promise<readonly Deno.KvEntryMaybe<Shard>[]> {
  const keys = Array.from({ length: SHARDS }, (_, number) => shardKey(path, number));
  return kv.getMany<Shard[]>(keys);
}

/** Returns the prefix of an id for {@linkcode Look.except}. */
export function exceptionOf(id: string): string {
  return id.slice(0, ID_PREFIX_LENGTH);
}

/** True if an id lies in one of the ranges. */
export function isWithin(id: string, ranges: readonly IdRange[]): boolean {
  return ranges.some(({ from, to }) => id >= from && id < to);
}

/**
 * Returns the progress with which a scan for a version begins or continues. A scan for a newer version begins where the
 * older one was interrupted, and wraps around. Otherwise frequent changes would never reach the last subscriptions.
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

/** Returns the version that a subscription has: that of its row or of its shard, whichever is newer. */
export function versionOf(
  { deliveredVersion, nextAttemptAt }: Pick<Subscription, "deliveredVersion" | "nextAttemptAt">,
  id: string,
  shard: Shard | null,
): number {
  // The shard says nothing about subscriptions that wait for a retry.
  if (nextAttemptAt > 0 || shard === null) return deliveredVersion;
  const { version, look } = shard;
  const isLookedAt = look !== null && !isWithin(id, look.rest) && !look.except.includes(exceptionOf(id));
  return Math.max(deliveredVersion, version, isLookedAt ? look.version : 0);
}
