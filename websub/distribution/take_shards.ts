import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { type Heartbeat, processKey } from "../ownership/heartbeat.ts";
import { dueUntil } from "../store/hub_rows.ts";
import { beginLook, type Shard, shardKey, shardRange, UNTOUCHED_SHARD } from "../store/shard.ts";

// Another process was first, or a heartbeat of this one came between.
const ATTEMPTS = 5;

/** A shard that this process has just taken. */
export interface TakenShard {
  readonly number: number;
  readonly entry: Deno.KvEntry<Shard>;
  /** Whether no look at it has ended yet: its subscriptions may come from an older store. */
  readonly isFirst: boolean;
}

/** A shard that has work, as it was read. */
interface WorkingShard {
  readonly number: number;
  readonly before: Deno.KvEntryMaybe<Shard>;
  readonly isBehind: boolean;
}

type Context = Pick<HubContext, "kv" | "clock" | "rows">;

/**
 * Takes those of some shards that have work and that nobody living owns, in one commit: something is due, or they have
 * subscriptions that may lack the version.
 *
 * @returns Their rows, with this process as the owner.
 * @throws {Error} When their rows or that of the heartbeat change again and again meanwhile.
 */
export async function takeShards(
  context: Context,
  heartbeat: Heartbeat,
  path: TopicPath,
  numbers: readonly number[],
  topicVersion: number,
): Promise<readonly TakenShard[]> {
  const { kv } = context;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const working = await withWork(context, path, numbers, topicVersion);
    if (working.length === 0) return [];
    if (!await heartbeat.ensure()) continue;
    const { id, row } = heartbeat;
    const others = new Set(working.map(({ before }) => before.value?.owner ?? id).filter((owner) => owner !== id));
    const living = new Map<string, Deno.KvEntryMaybe<unknown>>();
    for (const owner of others) living.set(owner, await kv.get(processKey(owner)));
    // A process lives while its row is there.
    const isFree = ({ before: { value } }: WorkingShard) =>
      (living.get(value?.owner ?? id)?.versionstamp ?? null) === null;
    const free = working.filter(isFree);
    if (free.length === 0) return [];
    const taken = free.map(({ number, before, isBehind }) => {
      const { version, look } = before.value ?? UNTOUCHED_SHARD;
      const next = isBehind ? beginLook(look, topicVersion, shardRange(number)) : null;
      return { number, key: before.key, value: { owner: id, version, look: next }, isFirst: version === 0 };
    });
    const operation = kv.atomic().check(row, ...free.map(({ before }) => before));
    for (const [owner, { versionstamp }] of living) {
      if (versionstamp === null) operation.check({ key: processKey(owner), versionstamp });
    }
    for (const { key, value } of taken) operation.set(key, value);
    const result = await operation.commit();
    if (!result.ok) continue;
    const { versionstamp } = result;
    return taken.map(({ number, key, value, isFirst }) => ({ number, entry: { key, value, versionstamp }, isFirst }));
  }
  // To say that there is nothing to take would leave them alone until the next look at everything.
  const shards = numbers.length === 1 ? `Shard ${numbers[0]}` : `Shards ${numbers.join(", ")}`;
  throw new Error(`${shards} of ${path} could not be taken in ${ATTEMPTS} attempts: a row changed each time.`);
}

/** Those shards that have work for a version, whoever owns them. */
async function withWork(
  { kv, clock, rows }: Context,
  path: TopicPath,
  numbers: readonly number[],
  topicVersion: number,
): Promise<readonly WorkingShard[]> {
  async function hasWork(number: number, version: number): Promise<boolean> {
    // A shard without subscriptions is not written to.
    if (version < topicVersion) return await rows.hasAny(path, number);
    // What is due in the others is found when the look at them ends, or by the look each second.
    const isDue = dueUntil(path, number, clock.now());
    return (await Array.fromAsync(kv.list(isDue, { limit: 1 }))).length > 0;
  }
  const read = await kv.getMany<Shard[]>(numbers.map((number) => shardKey(path, number)));
  const found = await Promise.all(read.map(async (before, at): Promise<WorkingShard[]> => {
    const { version, look } = before.value ?? UNTOUCHED_SHARD;
    const number = numbers[at] ?? 0;
    // Another process has begun with a version that this one has not loaded.
    if (Math.max(version, look?.version ?? 0) > topicVersion) return [];
    return await hasWork(number, version) ? [{ number, before, isBehind: version < topicVersion }] : [];
  }));
  return found.flat();
}
