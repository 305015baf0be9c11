import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { type Heartbeat, processKey } from "../ownership/heartbeat.ts";
import { dueUntil } from "../store/hub_rows.ts";
import { beginLook, type Shard, shardKey, shardRange, SHARDS, UNTOUCHED_SHARD } from "../store/shard.ts";
import type { TopicContent } from "./content_distribution.ts";
import type { OwnedShards } from "./owned_shard.ts";

// An attempt fails if another process was first, or if this one wrote a heartbeat in between.
const ATTEMPTS = 5;

/** A shard that this process has just taken. */
export interface TakenShard {
  readonly number: number;
  /** The row, with this process as the owner. */
  readonly entry: Deno.KvEntry<Shard>;
}

/** What shards are taken with. */
export interface ShardTakingParts {
  readonly context: HubContext;
  readonly heartbeat: Heartbeat;
  readonly owned: OwnedShards;
  /** The newest content that this process has loaded, by topic. */
  readonly contents: ReadonlyMap<TopicPath, TopicContent>;
  /** Begins to distribute to a shard. */
  readonly start: (path: TopicPath, shard: TakenShard, content: TopicContent) => void;
}

/** Takes the shards of topics that have work, one run after the other for each topic. */
export class ShardTaking {
  readonly #runs = new Map<TopicPath, Promise<void>>();
  /** The newest version for which this process has tried all shards of a topic. */
  readonly #begun = new Map<TopicPath, number>();
  /** The shard with which this process begins. It is random, so that several processes share a topic. */
  readonly #first = Math.floor(Math.random() * SHARDS);

  constructor(private readonly parts: ShardTakingParts) {}

  /** True while shards are being taken. */
  get isUnderWay(): boolean {
    return this.#runs.size > 0;
  }

  /** True if all shards of a topic were tried for a version. */
  hasBegun(path: TopicPath, version: number): boolean {
    return version <= (this.#begun.get(path) ?? 0);
  }

  /** Takes the shards of a topic for a version or a newer one. */
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
      // Few subscriptions are delivered too soon to be worth sharing.
      const numbers = left.splice(0, context.rows.isFew(path) ? SHARDS : 1);
      // A shard that is being released can be taken again afterwards.
      while (numbers.some((number) => owned.get(path, number)?.isLeft)) await owned.change();
      const content = contents.get(path);
      if (content === undefined || context.isStopping()) return;
      const others = numbers.filter((number) => owned.get(path, number) === undefined);
      const taken = await takeShards(context, heartbeat, path, others, content.version);
      for (const shard of taken) start(path, shard, content);
      // Takes one shard ahead and leaves the others to other processes. A newer version restarts the scans: without the
      // first condition, constant changes would keep this process from the other shards.
      const isBusy = () => owned.of(path).filter(({ state }) => state === "scanning").length > 1;
      while (contents.get(path) === content && isBusy()) await owned.change();
    }
    this.#begun.set(path, version);
  }
}

/** A shard that has work, as it was read. */
interface WorkingShard {
  readonly number: number;
  readonly before: Deno.KvEntryMaybe<Shard>;
  readonly isBehind: boolean;
}

type Context = Pick<HubContext, "kv" | "clock" | "rows">;

/**
 * Takes, in one commit, those of some shards that have work and no living owner. A shard has work if a retry is due or
 * its subscriptions may lack the version.
 *
 * @returns Their rows, with this process as the owner.
 * @throws {Error} When the rows of the shards or of the heartbeat change at each attempt.
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
  // An empty result would leave the shards alone until the next scan for due work.
  const shards = numbers.length === 1 ? `Shard ${numbers[0]}` : `Shards ${numbers.join(", ")}`;
  throw new Error(`${shards} of ${path} could not be taken in ${ATTEMPTS} attempts: a row changed each time.`);
}

/** Those of some shards that have work for a version, whoever owns them. */
async function withWork(
  { kv, clock, rows }: Context,
  path: TopicPath,
  numbers: readonly number[],
  topicVersion: number,
): Promise<readonly WorkingShard[]> {
  async function hasWork(number: number, version: number): Promise<boolean> {
    // Saves the row of a shard without subscriptions.
    if (version < topicVersion) return await rows.hasAny(path, number);
    // Retries in the other shards are found at the end of their scan, or by the watch each second.
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
