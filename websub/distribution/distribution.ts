import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import type { Heartbeat } from "../ownership/heartbeat.ts";
import { readSubscription } from "../store/hub_rows.ts";
import { shardOf } from "../store/shard.ts";
import { AGAIN_AFTER_MS, attemptDelivery, type MadeAttempt } from "./attempt_delivery.ts";
import { type CurrentContent, currentContent, type TopicContent } from "./topic_content.ts";
import { isSuccess } from "./delivery_outcome.ts";
import { OwnedShards } from "./owned_shards.ts";
import { Progress } from "./progress.ts";
import { recordAttempt } from "./record_attempt.ts";
import { ShardRow } from "./shard_row.ts";
import { ShardTaking } from "./shard_taking.ts";
import { type Delivery, ShardWork } from "./shard_work.ts";
import type { TakenShard } from "./take_shards.ts";
import { WaitingDeliveries } from "./waiting_deliveries.ts";

/** What looking at a topic came to. */
export type DistributionResult =
  /** What is due and nobody else's was begun. */
  | "done"
  /** Somebody else is at it, or this process has not loaded the version yet: look again soon. */
  | "again";

/**
 * Content distribution (WebSub 7) by this process. It takes shards that have work and no owner, makes all deliveries in
 * them, first attempts and retries, and gives each back when nothing is left.
 */
export class Distribution {
  readonly #owned = new OwnedShards();
  readonly #taking: ShardTaking;
  readonly #progress: Progress;
  readonly #waiting: WaitingDeliveries;
  /** The newest content that this process has loaded, by topic. */
  readonly #contents = new Map<TopicPath, TopicContent>();
  /**
   * Topics take turns at the places. In a topic one shard comes after the other, so that most notes of progress are about
   * one: with all in turn they told of twice as many exceptions.
   */
  #turn = 0;
  #loops = 0;
  /** Topics of shards that were lost to a fault: the job that looks at them may not have been written either. */
  readonly #leftUndone = new Set<TopicPath>();

  constructor(private readonly context: HubContext, private readonly heartbeat: Heartbeat) {
    const owned = this.#owned;
    const start = this.#startWork.bind(this);
    this.#taking = new ShardTaking({ context, heartbeat, owned, contents: this.#contents, start });
    this.#waiting = new WaitingDeliveries(context.places);
    const onNoted = (works: readonly ShardWork[], error?: unknown) => {
      if (error !== undefined) this.#fail(works, error);
      for (const work of works) this.#settleWork(work);
      this.#begin();
    };
    this.#progress = new Progress({ kv: context.kv, works: () => owned.all, onNoted });
    context.places.onFree = (host) => {
      this.#waiting.call(host);
      this.#begin();
    };
  }

  /** How many shards this process owns. */
  get owned(): number {
    return this.#owned.all.length;
  }

  /**
   * Begins to send the newest version of a topic, and what else is due in its shards.
   *
   * @param version The version that this is asked for: whose distribution has been begun before is not looked for again.
   */
  async distribute(path: TopicPath, version = Infinity): Promise<DistributionResult> {
    if (this.#taking.hasBegun(path, version)) return "done";
    const loaded = await this.#load(path);
    // A replay has no jobs.
    if (version === Infinity) this.#askForDue(this.#owned.of(path));
    // The living owners of other shards distribute to them; when one dies, its shards are free and all are woken.
    if (loaded === "ready") await this.#taking.take(path, version);
    return loaded === "not_in_step" ? "again" : "done";
  }

  /** Begins to send to one subscription whose own time has come. */
  async deliver(path: TopicPath, id: string): Promise<DistributionResult> {
    // A version that waits for its quiet time may not be sent before.
    if (await this.#load(path) !== "ready") return "again";
    const work = this.#owned.get(path, shardOf(id));
    if (work === undefined || work.isEnding) {
      await this.distribute(path);
      const { value } = await readSubscription(this.context.kv, path, id);
      const isLeft = value !== null && value.nextAttemptAt > 0 && value.nextAttemptAt <= this.context.clock.now();
      return isLeft && this.#owned.get(path, shardOf(id)) === undefined ? "again" : "done";
    }
    this.#askForDue([work]);
    return "done";
  }

  /** Notes that the row of a subscription was changed by this process. */
  changed(path: TopicPath, id: string): void {
    this.#owned.get(path, shardOf(id))?.changed(id);
  }

  /** Whether it works on shards, or has lost some to a fault. */
  get isAtWork(): boolean {
    return this.owned > 0 || this.#leftUndone.size > 0;
  }

  /** Finds what has become due in the shards that this process owns, and newer versions of their topics. */
  async lookAtOwned(): Promise<void> {
    for (const path of this.#leftUndone) {
      this.#leftUndone.delete(path);
      // A large distribution takes its time.
      void this.distribute(path).catch(() => this.#leftUndone.add(path));
    }
    for (const path of new Set(this.#owned.all.map((work) => work.path))) await this.#load(path);
    this.#askForDue(this.#owned.all);
  }

  /** Another process has taken this one for dead: it owns nothing any more. */
  lose(): void {
    for (const work of this.#owned.all) this.#break(work);
  }

  /** Gives back the shards in which nothing is under way; the others follow when that has ended. */
  stop(): void {
    for (const work of this.#owned.all) this.#settleWork(work);
  }

  /** Resolves when this process owns nothing. */
  async idle(): Promise<void> {
    while (this.owned > 0 || this.#taking.isUnderWay) await this.#owned.change();
  }

  /** Loads what may be sent of a topic now; the shards that are being worked on are sent that from now on. */
  async #load(path: TopicPath): Promise<CurrentContent["kind"]> {
    const content = await currentContent(this.context, path);
    if (content.kind !== "ready") return content.kind;
    if (content.version > (this.#contents.get(path)?.version ?? 0)) this.#contents.set(path, content);
    for (const work of this.#owned.of(path)) work.changeContent(content);
    this.#owned.changed();
    this.#begin();
    return content.kind;
  }

  #startWork(path: TopicPath, { number, entry, isFirst }: TakenShard, content: TopicContent): void {
    const work: ShardWork = new ShardWork(this.context, path, number, entry, content, isFirst, (error) => {
      if (error !== undefined) this.#fail([work], error);
      this.#begin();
      this.#owned.changed();
      this.#settleWork(work);
    });
    this.#owned.add(work);
    // A newer version may have come meanwhile.
    work.changeContent(this.#contents.get(path) ?? content);
    this.#begin();
    // This process may have been told to stop while it was taken.
    this.#settleWork(work);
  }

  #askForDue(works: readonly ShardWork[]): void {
    for (const work of works) {
      work.askForDue();
      this.#settleWork(work);
    }
  }

  async #findDue(work: ShardWork): Promise<void> {
    try {
      this.#waiting.add(...await work.findDue());
    } catch (error) {
      this.#fail([work], error);
    }
    this.#begin();
    this.#settleWork(work);
  }

  /** Begins as many deliveries as there are places for. */
  #begin(): void {
    while (this.#loops < this.context.places.most("delivery")) {
      const delivery = this.#next();
      if (delivery === null) return;
      this.#loops++;
      void this.#deliverInTurn(delivery);
    }
  }

  /** The next delivery, with a place for it. */
  #next(): Delivery | null {
    if (this.owned === 0 || this.context.isStopping()) return null;
    // When the write ends, deliveries go on.
    if (this.#progress.isFull) return null;
    if (!this.heartbeat.isFresh()) return this.#revive();
    return this.#waiting.next() ?? this.#nextRow();
  }

  #nextRow(): Delivery | null {
    const { topics } = this.#owned;
    for (let turn = 0; turn < topics.length; turn++) {
      for (const work of topics[(this.#turn + turn) % topics.length] ?? []) {
        const delivery = this.#nextRowOf(work);
        if (delivery === null) continue;
        this.#turn += turn + 1;
        return delivery;
      }
    }
    return null;
  }

  #nextRowOf(work: ShardWork): Delivery | null {
    // A shard that is done waits for the others of its topic.
    while (!work.isLookedThrough && this.context.places.hasPlace("delivery")) {
      const delivery = work.next();
      if (work.isLookedThrough) {
        this.#owned.changed();
        // Where its last rows needed nothing, no delivery comes after which this would be seen.
        this.#settleWork(work);
      }
      if (delivery === null || this.#waiting.place(delivery)) return delivery;
    }
    return null;
  }

  /** After a delay of this process, begins nothing until a heartbeat proves that it still owns its shards. */
  #revive(): null {
    this.heartbeat.ensure().then(() => this.#begin(), this.context.onError);
    return null;
  }

  async #deliverInTurn(first: Delivery): Promise<void> {
    const isFresh = () => this.heartbeat.isFresh();
    for (let delivery: Delivery | null = first; delivery !== null; delivery = this.#next()) {
      const { work, kind, host } = delivery;
      try {
        const attempt = await attemptDelivery(this.context, delivery, isFresh);
        if (attempt.kind === "needless") this.#settle(delivery);
        if (attempt.kind === "not_now") this.#waiting.add(delivery);
        if (attempt.kind !== "made") work.active--;
        else if (isNoted(attempt.made)) this.#countSuccess(delivery);
        // The place is free again while the outcome is recorded.
        else void this.#record(delivery, attempt.made);
      } catch (error) {
        work.active--;
        this.#fail([work], error);
      }
      this.context.places.give(kind, host);
      this.#settleWork(work);
      // After the last delivery the end of the work notes it.
      this.#progress.soon();
    }
    this.#loops--;
  }

  #countSuccess(delivery: Delivery): void {
    delivery.work.active--;
    delivery.work.unrecorded++;
    this.#settle(delivery);
  }

  async #record(delivery: Delivery, made: MadeAttempt): Promise<void> {
    const { work, id } = delivery;
    try {
      await recordAttempt(this.context, work.shard, made);
      work.changed(id);
      this.#settle(delivery);
    } catch (error) {
      this.#fail([work], error);
    }
    work.active--;
    this.#begin();
    this.#settleWork(work);
  }

  /** Takes a delivery off. One that the look for a newer version has passed is sent that as well. */
  #settle({ work, id, host, isPassed, version }: Delivery): void {
    work.unsettled.delete(id);
    if (isPassed && version < work.content.version) this.#waiting.add(work.add(id, host, null, null));
  }

  #fail(works: readonly ShardWork[], error: unknown): void {
    this.context.onError(error);
    for (const work of works) this.#break(work);
  }

  #break(work: ShardWork): void {
    work.fail();
    this.#settleWork(work);
  }

  /**
   * What follows from the state of the work on a shard: what is due is looked for when that is to be known, and the work
   * ends when nothing is left to do, or nothing may be begun any more.
   */
  #settleWork(work: ShardWork): void {
    if (!this.#owned.has(work) || work.isEnding) return;
    const isStopped = work.isBroken || this.context.isStopping();
    if (work.isDueToFind && !isStopped) void this.#findDue(work);
    if (work.active > 0) return;
    if (isStopped) return this.#endAll([work]);
    if (!work.isDone) return;
    // Another process may want it for the next version, which may come before the last callback has answered.
    if (!this.context.rows.isFew(work.path)) return this.#endAll([work]);
    // The shards of few are given back together, by one commit.
    const works = this.#owned.of(work.path).filter(({ isBroken }) => !isBroken);
    if (works.every(({ isDone, isEnding }) => isDone && !isEnding)) this.#endAll(works);
  }

  #endAll(works: readonly ShardWork[]): void {
    for (const work of works) work.isEnding = true;
    void this.#end(works).catch((error) => this.#fail(works, error)).finally(() => {
      for (const work of works) work.isEnding = false;
      this.#progress.soon();
      this.#begin();
      // Others of the topic may have waited for these.
      for (const work of this.#owned.all) this.#settleWork(work);
      this.#owned.changed();
    });
  }

  async #end(works: readonly ShardWork[]): Promise<void> {
    // Where the store failed before, it may work again: a living process that does nothing with them would keep others
    // from them.
    await ShardRow.write(this.context.kv, new Map(works.map((work) => [work.row, work.release()]))).catch((error) => {
      if (works.some(({ isBroken }) => !isBroken)) throw error;
    });
    for (const work of works) await this.#leave(work);
  }

  async #leave(work: ShardWork): Promise<void> {
    const { isStopping, scheduler, kv } = this.context;
    const { path } = work;
    this.#owned.drop(work);
    this.#progress.rest();
    for (const delivery of work.unsettled.values()) delivery.isDropped = true;
    if (work.isBroken && !isStopping()) {
      this.#leftUndone.add(path);
      await scheduler.schedule(kv.atomic(), { kind: "distribute", path }, AGAIN_AFTER_MS).commit();
    }
  }
}

/** Whether the shard tells of it: a success of a subscription without a time of its own. */
function isNoted({ attempt, before }: MadeAttempt): boolean {
  return isSuccess(attempt) && before.value.nextAttemptAt === 0;
}
