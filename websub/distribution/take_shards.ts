import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { type Heartbeat, processKey } from "../heartbeat.ts";
import { dueUntil } from "../store/hub_rows.ts";
import { beginLook, type Shard, shardKey, shardRange, SHARDS, UNTOUCHED_SHARD } from "../store/shard.ts";
import type { TopicContent } from "./topic_version.ts";
import type { OwnedShards } from "./owned_shard.ts";

// Maximum number of attempts. One fails if another process was first or this one wrote a heartbeat in between.
const ATTEMPTS = 5;

/** A shard that this process has just taken. */
export interface TakenShard {
  readonly number: number;
  /** The row, with this process as the owner. */
  readonly entry: Deno.KvEntry<Shard>;
}

interface ShardTakingParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly owned: OwnedShards;
  readonly contents: ReadonlyMap<TopicPath, TopicContent>;
  readonly start: (path: TopicPath, shard: TakenShard, content: TopicContent) => void;
}

/** Takes the shards that have work. Runs for the same topic follow one another. */
export class ShardTaking {
  readonly #runs = new Map<TopicPath, Promise<void>>();
  /** Newest version for which this process has tried to take all shards, by topic. */
  readonly #begun = new Map<TopicPath, number>();
  /** Number of the shard that this process takes first. Random, so that several processes share a topic. */
  readonly #first = Math.floor(Math.random() * SHARDS);

  constructor(private readonly parts: ShardTakingParts) {}

  get isUnderWay(): boolean {
    return this.#runs.size > 0;
  }

  /** True if this process has tried to take all shards of a topic for this or a newer version. */
  hasBegun(path: TopicPath, version: number): boolean {
    return version <= (this.#begun.get(path) ?? 0);
  }

  take(path: TopicPath, version: number): Promise<void> {
    const before = (this.#runs.get(path) ?? Promise.resolve()).catch(() => {});
    const run = before.then(() => this.hasBegun(path, version) ? undefined : this.#takeAll(path));
    this.#runs.set(path, run);
    const end = () => {
      if (this.#runs.get(path) === run) this.#runs.delete(path);
      this.parts.owned.changed();
    };
    run.then(end, end);
    return run;
  }

  async #takeAll(path: TopicPath): Promise<void> {
    const { context, heartbeat, owned, contents, start } = this.parts;
    const { version = 0 } = contents.get(path) ?? {};
    const left = Array.from({ length: SHARDS }, (_, turn) => (this.#first + turn) % SHARDS);
    while (left.length > 0) {
      // If there are few subscriptions, takes all shards at once: sharing them would save no time.
      const numbers = left.splice(0, context.rows.isFew(path) ? SHARDS : 1);
      // Waits for running releases, after which these shards can be taken again.
      while (numbers.some((number) => owned.get(path, number)?.isLeft)) await owned.change();
      const content = contents.get(path);
      if (content === undefined || context.isStopping()) return;
      const others = numbers.filter((number) => owned.get(path, number) === undefined);
      const taken = await takeShards(context, heartbeat, path, others, content.version);
      for (const shard of taken) start(path, shard, content);
      // Waits while two shards are being scanned, so that other processes can take the rest. A newer version restarts
      // scans and therefore ends the wait: constant changes would prolong it for ever.
      const isBusy = () => owned.of(path).filter(({ state }) => state === "scanning").length > 1;
      while (contents.get(path) === content && isBusy()) await owned.change();
    }
    this.#begun.set(path, version);
  }
}

interface WorkingShard {
  readonly number: number;
  readonly before: Deno.KvEntryMaybe<Shard>;
  readonly isBehind: boolean;
}

type Context = Pick<HubContext, "kv" | "clock" | "rows">;

/**
 * Takes in one commit those of the given shards that have work and no live owner. A shard has work if a retry is due or
 * its subscriptions may lack the version.
 *
 * @returns Their rows, with this process as the owner.
 * @throws {Error} If a row of a shard or of the heartbeat changes during each attempt.
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
    // A process counts as alive while its heartbeat row exists.
    const isFree = ({ before: { value } }: WorkingShard) =>
      (living.get(value?.owner ?? id)?.versionstamp ?? null) === null;
    const free = working.filter(isFree);
    if (free.length === 0) return [];
    const taken = free.map(({ number, before, isBehind }) => {
      const { version, look } = before.value ?? UNTOUCHED_SHARD;
      const next = isBehind ? beginLook(look, topicVersion, shardRange(number)) : null;
      return { number, key: before.key, value: { owner: id, version, look: next } };
    });
    const operation = kv.atomic().check(row, ...free.map(({ before }) => before));
    for (const [owner, { versionstamp }] of living) {
      if (versionstamp === null) operation.check({ key: processKey(owner), versionstamp });
    }
    for (const { key, value } of taken) operation.set(key, value);
    const result = await operation.commit();
    if (!result.ok) continue;
    const { versionstamp } = result;
    return taken.map(({ number, key, value }) => ({ number, entry: { key, value, versionstamp } }));
  }
  // Not an empty result: then nobody would take the shards before the next scan for due work.
  const shards = numbers.length === 1 ? `Shard ${numbers[0]}` : `Shards ${numbers.join(", ")}`;
  throw new Error(`${shards} of ${path} could not be taken in ${ATTEMPTS} attempts: a row changed each time.`);
}

async function withWork(
  { kv, clock, rows }: Context,
  path: TopicPath,
  numbers: readonly number[],
  topicVersion: number,
): Promise<readonly WorkingShard[]> {
  async function hasWork(number: number, version: number): Promise<boolean> {
    // A shard without subscriptions has no work, which saves the write of its row.
    if (version < topicVersion) return await rows.hasAny(path, number);
    // Only shards with the current version need this check: in others, the search after the scan finds due retries.
    const isDue = dueUntil(path, number, clock.now());
    return (await Array.fromAsync(kv.list(isDue, { limit: 1 }))).length > 0;
  }
  const read = await kv.getMany<Shard[]>(numbers.map((number) => shardKey(path, number)));
  const found = await Promise.all(read.map(async (before, at): Promise<WorkingShard[]> => {
    const { version, look } = before.value ?? UNTOUCHED_SHARD;
    const number = numbers[at] ?? 0;
    // Another process distributes a version that this one has not loaded.
    if (Math.max(version, look?.version ?? 0) > topicVersion) return [];
    return await hasWork(number, version) ? [{ number, before, isBehind: version < topicVersion }] : [];
  }));
  return found.flat();
}
