import type { TopicPath } from "../../domain/site.ts";
import type { Subscription } from "./subscription.ts";
import type { Store } from "../../domain/store/store.ts";

/**
 * Number of shards of a topic's subscriptions, by the first digit of their ids. A process works on whole shards, so at
 * most this many processes share a topic. Each costs two rows a distribution. The number is part of the store's format.
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
  /** Ranges that are still to be scanned, in this order. */
  readonly rest: readonly IdRange[];
  /** Prefixes of ids outside `rest` whose subscriptions may lack the version. */
  readonly except: readonly string[];
}

/** Row of a shard, a part of a topic's subscriptions. `websub/distribution/owned_shard.ts` has its states. */
export interface Shard {
  /** Id of the process that owns it, or null. */
  readonly owner: string | null;
  /** Every subscription without a time of its own (`nextAttemptAt`) has at least this version. */
  readonly version: number;
  /** Progress of an unfinished distribution of a newer version, or null. */
  readonly look: Look | null;
}

/** A shard without a row. */
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

/** Prefix of an id for {@linkcode Look.except}. */
export function exceptionOf(id: string): string {
  return id.slice(0, ID_PREFIX_LENGTH);
}

/** True if an id lies in one of the ranges. */
export function isWithin(id: string, ranges: readonly IdRange[]): boolean {
  return ranges.some(({ from, to }) => id >= from && id < to);
}

/**
 * Begins the scan for a version, or continues it. A new one begins where an older one was interrupted and goes once
 * round: otherwise changes that come faster than a scan ends would never reach the last subscriptions.
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

/** Version of the topic that a subscription has: that of its row or of its shard, whichever is newer. */
export function versionOf(
  { deliveredVersion, nextAttemptAt }: Pick<Subscription, "deliveredVersion" | "nextAttemptAt">,
  id: string,
  shard: Shard | null,
): number {
  // The row of the shard does not count for subscriptions with their own time.
  if (nextAttemptAt > 0 || shard === null) return deliveredVersion;
  const { version, look } = shard;
  const isLookedAt = look !== null && !isWithin(id, look.rest) && !look.except.includes(exceptionOf(id));
  return Math.max(deliveredVersion, version, isLookedAt ? look.version : 0);
}
