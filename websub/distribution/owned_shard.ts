import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { dueUntil, idOf } from "../store/hub_rows.ts";
import { beginLook, exceptionOf, type IdRange, isWithin, type Look, type Shard, shardRange } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
import type { TopicContent } from "./topic_version.ts";
import { RowScan } from "./row_scan.ts";
import { ShardRow } from "./shard_row.ts";

// States of a shard that this process owns, with the events that change them:
//
// | State                 | Event                                                         | Next       |
// | --------------------- | ------------------------------------------------------------- | ---------- |
// | (none)                | this process was committed as the owner (`takeShards`)        | scanning   |
// | scanning              | the last row was read                                         | draining   |
// | draining              | `changeContent`: there is a newer version                     | scanning   |
// | scanning, draining    | `fail`: the store failed, or the row is another process's     | failed     |
// | scanning, draining    | `beginRelease`: nothing is left to do, or the process stops   | releasing  |
// | failed                | `beginRelease`                                                | abandoning |
// | releasing             | `fail`                                                        | abandoning |
// | releasing, abandoning | `released`: the row has no owner, or could not be written     | released   |
// | abandoning            | `releaseFailed`: the store failed; the release is repeated    | failed     |
//
// Scanning begins deliveries. Draining waits for the last of them. No release begins during an exchange.
//
// The index `due` is searched for retries as well. The first search is after the scan; `requestDueSearch` begins others
// at once. If a search met running deliveries, another one follows the last of them, because their retries may be due
// by then. The search after a scan also finds retries that are due later, for early attempts with the version. If the
// process dies, the next owner repeats it: the shard gets the version only at its release.

type ShardState = "scanning" | "draining" | "failed" | "releasing" | "abandoning" | "released";

/** A delivery that waits for an exchange place or is running. */
export interface Delivery {
  readonly shard: OwnedShard;
  readonly id: string;
  readonly host: string;
  readonly kind: "delivery" | "retry";
  /** The due time of a retry, in the future for an early attempt; null for a delivery that the scan found. */
  readonly dueAt: number | null;
  /** Copy of the row from the scan; null if it must be read again before use. */
  entry: Deno.KvEntry<Subscription> | null;
  version: number;
  /** True if a scan or search for a newer version met and skipped the subscription during this delivery. */
  isPassed: boolean;
  /** True if the delivery was cancelled while it waited. */
  isDropped: boolean;
}

// Maximum number of ranges and exceptions in a shard's row. With more, the progress is not written, because a KV value
// is limited to 64 KiB.
const MOST_EXCEPTIONS = 500;

/** A shard that this process owns, and the distribution to its subscriptions. */
export class OwnedShard {
  readonly row: ShardRow;
  /** Deliveries that wait, run, or whose outcome is not recorded yet, by subscription id. */
  readonly unsettled = new Map<string, Delivery>();
  /** Number of deliveries that run or whose outcome is not recorded yet. */
  active = 0;
  /** Number of successful deliveries since the progress was last written. */
  unrecorded = 0;
  #state: ShardState = "scanning";
  #content: TopicContent;
  readonly #range: IdRange;
  readonly #scan: RowScan;
  #isSearchingDue = false;
  #nextDueSearch: "now" | "after_scan" | "after_deliveries" | "none" = "after_scan";
  /** True until a search has found the retries for which an early attempt with the version may be made. */
  #isRestarting: boolean;
  /** Ids of due subscriptions that lack a version that this process has not loaded. */
  readonly #putOff = new Set<string>();

  /**
   * @param entry The shard's row, with this process as its owner.
   * @param onRows Called when `next` has returned null, and more rows have been read since.
   */
  constructor(
    private readonly context: HubContext,
    readonly path: TopicPath,
    readonly number: number,
    entry: Deno.KvEntry<Shard>,
    content: TopicContent,
    onRows: (error?: unknown) => void,
  ) {
    this.row = new ShardRow(entry, () => this.fail());
    this.#content = content;
    this.#isRestarting = entry.value.look !== null;
    this.#range = shardRange(number);
    const onRead = (error?: unknown) => {
      this.#endScan();
      onRows(error);
    };
    this.#scan = new RowScan({ context, path, number, onRows: onRead }, entry.value.look?.rest ?? []);
    this.#endScan();
  }

  get state(): ShardState {
    return this.#state;
  }

  get content(): TopicContent {
    return this.#content;
  }

  /** True after a fault: no delivery begins any more, and the next owner does the rest. */
  get hasFailed(): boolean {
    return this.#state === "failed" || this.#state === "abandoning";
  }

  get isLeft(): boolean {
    return this.#state === "releasing" || this.#state === "abandoning" || this.#state === "released";
  }

  get isDueSearchWanted(): boolean {
    if (this.#isSearchingDue) return false;
    switch (this.#nextDueSearch) {
      case "now":
        return true;
      // The last deliveries may still be running.
      case "after_scan":
        return this.#state !== "scanning";
      case "after_deliveries":
        return this.#isDelivered;
      default:
        return false;
    }
  }

  /** True if no work is left except retries that are due later. */
  get isDone(): boolean {
    return this.#isDelivered && !this.#isSearchingDue && this.#nextDueSearch === "none";
  }

  get #isDelivered(): boolean {
    return (this.hasFailed || this.#scan.isThrough) && this.unsettled.size === 0 && this.active === 0;
  }

  /** Switches to a newer version and restarts the scan, also for those that already have the older one. */
  changeContent(content: TopicContent): void {
    if (content.version <= this.#content.version || this.hasFailed) return;
    const before = this.#look();
    this.#content = content;
    this.#scan.restart(beginLook(before, content.version, this.#range).rest);
    this.#isRestarting = true;
    if (this.#nextDueSearch !== "now") this.#nextDueSearch = "after_scan";
    if (this.#state === "draining") this.#move("scanning", "draining");
    this.#putOff.clear();
    for (const delivery of this.unsettled.values()) {
      // The new scan will meet the subscription again.
      delivery.isPassed = false;
      if (delivery.version > 0 || delivery.dueAt !== null) continue;
      delivery.isDropped = true;
      this.unsettled.delete(delivery.id);
    }
  }

  changed(id: string): void {
    this.#scan.changed(id);
  }

  /** Skips a due subscription until this process has loaded the version that the subscription lacks. */
  putOff(id: string): void {
    this.#putOff.add(id);
  }

  /** Returns the delivery to the next subscription that lacks the version; null at the end and during a read. */
  next(): Delivery | null {
    // Nothing begins during the release, because its outcome would never be recorded.
    while (this.#state === "scanning" || this.#state === "draining") {
      const entry = this.#scan.next();
      this.#endScan();
      if (entry === null) return null;
      const { deliveredVersion, nextAttemptAt, callback: { host } } = entry.value;
      if (nextAttemptAt > 0 || deliveredVersion >= this.#content.version) continue;
      const id = idOf(entry.key);
      const before = this.unsettled.get(id);
      if (before === undefined) return this.add(id, host, null, this.#scan.isChanged(id) ? null : entry);
      before.isPassed = true;
    }
    return null;
  }

  add(id: string, host: string, dueAt: number | null, entry: Deno.KvEntry<Subscription> | null): Delivery {
    const kind = dueAt === null ? "delivery" : "retry";
    const waiting = { version: 0, isPassed: false, isDropped: false };
    const delivery: Delivery = { shard: this, id, host, kind, dueAt, entry, ...waiting };
    this.unsettled.set(id, delivery);
    return delivery;
  }

  requestDueSearch(): void {
    this.#nextDueSearch = "now";
  }

  /** Returns new deliveries for all retries to make, except subscriptions with an unsettled delivery. */
  async findDue(): Promise<readonly Delivery[]> {
    const { kv, clock } = this.context;
    const found: Delivery[] = [];
    const isRestarting = this.#isRestarting && this.#state !== "scanning";
    if (isRestarting) this.#isRestarting = false;
    this.#isSearchingDue = true;
    this.#nextDueSearch = this.#state === "scanning" ? "after_scan" : "none";
    const retries = dueUntil(this.path, this.number, isRestarting ? Infinity : clock.now());
    for await (const { key, value } of kv.list<string>(retries)) {
      const id = idOf(key);
      if (this.hasFailed || this.isLeft) break;
      const before = this.unsettled.get(id);
      if (before === undefined) {
        if (!this.#putOff.has(id)) found.push(this.add(id, value, Number(key.at(-2)), null));
      } else {
        if (isRestarting) before.isPassed = true;
        // The retry of the running delivery may be due when that ends.
        if (this.#nextDueSearch === "none") this.#nextDueSearch = "after_deliveries";
      }
    }
    this.#isSearchingDue = false;
    return found;
  }

  fail(): void {
    if (this.#state === "releasing") this.#move("abandoning", "releasing");
    else if (this.#state === "scanning" || this.#state === "draining") this.#move("failed", "scanning", "draining");
  }

  beginRelease(): void {
    if (this.#state === "failed") this.#move("abandoning", "failed");
    else this.#move("releasing", "scanning", "draining");
  }

  /** Ends the release: this process no longer owns the shard. Cancels the waiting deliveries. */
  released(): void {
    this.#move("released", "releasing", "abandoning");
    for (const delivery of this.unsettled.values()) delivery.isDropped = true;
  }

  releaseFailed(): void {
    this.#move("failed", "abandoning");
  }

  progressRow(): Shard {
    return { ...this.row.value, look: this.#progress() };
  }

  /** Row to write at the release: with the new version if all is delivered, else with the progress. */
  releasedRow(): Shard {
    const { version } = this.row.value;
    const isFinished = this.#isDelivered && !this.hasFailed;
    return {
      owner: null,
      version: isFinished ? Math.max(version, this.#content.version) : version,
      look: isFinished ? null : this.#progress(),
    };
  }

  #progress(): Look | null {
    const look = this.#look();
    return look === null || look.rest.length + look.except.length <= MOST_EXCEPTIONS ? look : this.row.value.look;
  }

  /** Unscanned ranges, and unsettled deliveries outside them. Null if the row has the version already. */
  #look(): Look | null {
    if (this.row.value.version >= this.#content.version) return null;
    const { rest } = this.#scan;
    const isOutside = ({ id, dueAt }: Delivery) => dueAt === null && !isWithin(id, rest);
    const except = [...this.unsettled.values()].filter(isOutside).map(({ id }) => exceptionOf(id));
    return { version: this.#content.version, rest: [...rest], except };
  }

  #endScan(): void {
    if (this.#state === "scanning" && this.#scan.isThrough) this.#move("draining", "scanning");
  }

  #move(next: ShardState, ...from: readonly ShardState[]): void {
    if (!from.includes(this.#state)) {
      const name = `Shard ${this.number} of ${this.path}`;
      throw new Error(`${name} is ${this.#state}; it becomes ${next} only from ${from.join(" or ")}.`);
    }
    this.#state = next;
  }
}

/** The shards that this process owns. */
export class OwnedShards {
  readonly #shards = new Map<string, OwnedShard>();
  readonly #waiters: (() => void)[] = [];
  #all: readonly OwnedShard[] = [];
  #topics: readonly (readonly OwnedShard[])[] = [];

  get all(): readonly OwnedShard[] {
    return this.#all;
  }

  get topics(): readonly (readonly OwnedShard[])[] {
    return this.#topics;
  }

  get(path: TopicPath, number: number): OwnedShard | undefined {
    return this.#shards.get(`${path} ${number}`);
  }

  of(path: TopicPath): readonly OwnedShard[] {
    return this.#all.filter((shard) => shard.path === path);
  }

  add(shard: OwnedShard): void {
    this.#shards.set(`${shard.path} ${shard.number}`, shard);
    this.#arrange();
  }

  drop(shard: OwnedShard): void {
    this.#shards.delete(`${shard.path} ${shard.number}`);
    this.#arrange();
  }

  change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Resolves the promises of {@linkcode change}. Called after every change of state or content. */
  changed(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  #arrange(): void {
    this.#all = [...this.#shards.values()];
    this.#topics = [...Map.groupBy(this.#all, ({ path }) => path).values()];
  }
}
