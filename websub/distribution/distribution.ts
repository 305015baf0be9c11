import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import type { Heartbeat } from "../heartbeat.ts";
import { readSubscription } from "../store/hub_rows.ts";
import { shardOf } from "../store/shard.ts";
import { AGAIN_AFTER_MS } from "./attempt_delivery.ts";
import { type CurrentContent, currentContent, type TopicContent } from "./topic_version.ts";
import { Deliveries } from "./deliveries.ts";
import { OwnedShard, OwnedShards } from "./owned_shard.ts";
import { ShardRow } from "./shard_row.ts";
import { Progress } from "./progress.ts";
import { ShardTaking, type TakenShard } from "./take_shards.ts";

/** Result of a job of the distribution. */
export type DistributionResult =
  /** All due work was begun, except in shards of other owners. */
  | "done"
  /** Retry soon: this process has not loaded the version yet, or another process owns the shard. */
  | "again";

/**
 * Content distribution (WebSub 7) by this process. Takes shards that have work and no owner, makes their deliveries and
 * retries, and releases each when nothing is left. The states of a shard are in `owned_shard.ts`.
 */
export class Distribution {
  readonly #owned = new OwnedShards();
  readonly #taking: ShardTaking;
  readonly #progress: Progress;
  readonly #deliveries: Deliveries;
  readonly #contents = new Map<TopicPath, TopicContent>();
  /** Topics with failed shards. `lookAtOwned` distributes them, because the job for that may be lost too. */
  readonly #leftUndone = new Set<TopicPath>();

  constructor(private readonly context: HubContext, heartbeat: Heartbeat) {
    const owned = this.#owned;
    const start = this.#start.bind(this);
    this.#taking = new ShardTaking({ context, heartbeat, owned, contents: this.#contents, start });
    const onWritten = (shards: readonly OwnedShard[], error?: unknown) => {
      if (error !== undefined) this.#fail(shards, error);
      for (const shard of shards) this.#advance(shard);
      this.#deliveries.begin();
    };
    this.#progress = new Progress(context.kv, () => owned.all, onWritten);
    this.#deliveries = new Deliveries({
      context,
      heartbeat,
      owned,
      progress: this.#progress,
      onEnded: (shard) => this.#advance(shard),
      onFault: (shard, error) => this.#fail([shard], error),
    });
  }

  get owned(): number {
    return this.#owned.all.length;
  }

  /** True if this process owns shards, or must distribute again after a failure. */
  get isAtWork(): boolean {
    return this.owned > 0 || this.#leftUndone.size > 0;
  }

  /**
   * Begins to send the newest version of a topic and its due retries.
   *
   * @param version The published version. Does nothing if its distribution, or that of a newer one, has begun.
   */
  async distribute(path: TopicPath, version = Infinity): Promise<DistributionResult> {
    if (this.#taking.hasBegun(path, version)) return "done";
    const loaded = await this.#load(path);
    // A replay makes retries due without a job for each.
    if (version === Infinity) this.#requestDueSearch(this.#owned.of(path));
    // Shards of other live processes are left to them. When one dies, its shards become free and all hubs are woken.
    if (loaded === "ready") await this.#taking.take(path, version);
    return loaded === "not_in_step" ? "again" : "done";
  }

  async deliver(path: TopicPath, id: string): Promise<DistributionResult> {
    // A version in its quiet time may not be sent yet.
    if (await this.#load(path) !== "ready") return "again";
    const shard = this.#owned.get(path, shardOf(id));
    if (shard === undefined || shard.isLeft) {
      await this.distribute(path);
      const { value } = await readSubscription(this.context.kv, path, id);
      const isLeft = value !== null && value.nextAttemptAt > 0 && value.nextAttemptAt <= this.context.clock.now();
      return isLeft && this.#owned.get(path, shardOf(id)) === undefined ? "again" : "done";
    }
    this.#requestDueSearch([shard]);
    return "done";
  }

  changed(path: TopicPath, id: string): void {
    this.#owned.get(path, shardOf(id))?.changed(id);
  }

  /** Searches the owned shards for due retries, loads newer versions, and repeats failed distributions. */
  async lookAtOwned(): Promise<void> {
    for (const path of this.#leftUndone) {
      this.#leftUndone.delete(path);
      // Not awaited: a large distribution takes long.
      void this.distribute(path).catch(() => this.#leftUndone.add(path));
    }
    for (const path of new Set(this.#owned.all.map((shard) => shard.path))) await this.#load(path);
    this.#requestDueSearch(this.#owned.all);
  }

  /** Gives up all shards, after another process has declared this one dead. */
  lose(): void {
    for (const shard of this.#owned.all) this.#break(shard);
  }

  /** Releases the shards without running deliveries. The others follow after their last delivery. */
  stop(): void {
    for (const shard of this.#owned.all) this.#advance(shard);
  }

  async idle(): Promise<void> {
    while (this.owned > 0 || this.#taking.isUnderWay) await this.#owned.change();
  }

  /** Loads the content of a topic that may be sent now. From then on the owned shards of the topic send this content. */
  async #load(path: TopicPath): Promise<CurrentContent["kind"]> {
    const content = await currentContent(this.context, path);
    if (content.kind !== "ready") return content.kind;
    if (content.version > (this.#contents.get(path)?.version ?? 0)) this.#contents.set(path, content);
    for (const shard of this.#owned.of(path)) shard.changeContent(content);
    this.#owned.changed();
    this.#deliveries.begin();
    return content.kind;
  }

  #start(path: TopicPath, { number, entry }: TakenShard, content: TopicContent): void {
    const shard: OwnedShard = new OwnedShard(this.context, path, number, entry, content, (error) => {
      if (error !== undefined) this.#fail([shard], error);
      this.#deliveries.begin();
      this.#owned.changed();
      this.#advance(shard);
    });
    this.#owned.add(shard);
    // A newer version may have been loaded meanwhile.
    shard.changeContent(this.#contents.get(path) ?? content);
    this.#deliveries.begin();
    // The process may have been stopped meanwhile.
    this.#advance(shard);
  }

  #requestDueSearch(shards: readonly OwnedShard[]): void {
    for (const shard of shards) {
      shard.requestDueSearch();
      this.#advance(shard);
    }
  }

  async #findDue(shard: OwnedShard): Promise<void> {
    try {
      this.#deliveries.add(...await shard.findDue());
    } catch (error) {
      this.#fail([shard], error);
    }
    this.#deliveries.begin();
    this.#advance(shard);
  }

  #fail(shards: readonly OwnedShard[], error: unknown): void {
    this.context.onError(error);
    for (const shard of shards) this.#break(shard);
  }

  #break(shard: OwnedShard): void {
    shard.fail();
    this.#advance(shard);
  }

  #advance(shard: OwnedShard): void {
    if (shard.isLeft) return;
    const isEnding = shard.hasFailed || this.context.isStopping();
    if (shard.isDueSearchWanted && !isEnding) void this.#findDue(shard);
    if (shard.active > 0) return;
    if (isEnding) return this.#release([shard]);
    if (!shard.isDone) return;
    // Released before the other shards of the topic, so that another process can take it for the next version.
    if (!this.context.rows.isFew(shard.path)) return this.#release([shard]);
    // With few subscriptions, all shards of the topic are released in one commit.
    const shards = this.#owned.of(shard.path).filter(({ hasFailed }) => !hasFailed);
    if (shards.every(({ isDone, isLeft }) => isDone && !isLeft)) this.#release(shards);
  }

  #release(shards: readonly OwnedShard[]): void {
    for (const shard of shards) shard.beginRelease();
    void this.#writeRelease(shards).catch((error) => this.#fail(shards, error)).finally(() => {
      for (const shard of shards) if (shard.state !== "released") shard.releaseFailed();
      this.#progress.soon();
      this.#deliveries.begin();
      // Other shards of the topic may have waited for these.
      for (const shard of this.#owned.all) this.#advance(shard);
      this.#owned.changed();
    });
  }

  async #writeRelease(shards: readonly OwnedShard[]): Promise<void> {
    const rows = new Map(shards.map((shard) => [shard.row, () => shard.releasedRow()]));
    // Also tried after a failure, because the store may work again: while this process lives, no other can take the
    // shards. If it fails once more, they are given up without a write.
    await ShardRow.write(this.context.kv, rows).catch((error) => {
      if (shards.some(({ hasFailed }) => !hasFailed)) throw error;
    });
    for (const shard of shards) await this.#leave(shard);
  }

  async #leave(shard: OwnedShard): Promise<void> {
    const { isStopping, scheduler, kv } = this.context;
    const { path, hasFailed } = shard;
    this.#owned.drop(shard);
    this.#progress.rest();
    shard.released();
    if (!hasFailed || isStopping()) return;
    this.#leftUndone.add(path);
    await scheduler.schedule(kv.atomic(), { kind: "distribute", path }, AGAIN_AFTER_MS).commit();
  }
}
