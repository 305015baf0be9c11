import type { TopicPath } from "../../domain/site.ts";
import type { Store } from "../../domain/store/store.ts";
import type { HubContext } from "../hub_context.ts";
import { dueUntil, idOf } from "../store/hub_rows.ts";
import { beginLook, exceptionOf, type IdRange, isWithin, type Look, type Shard, shardRange } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
import { distributedMessage, type TopicContent } from "./content_distribution.ts";
import { RowScan } from "./row_scan.ts";

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
// Scanning begins deliveries. Draining waits for the last of them. No release begins while an exchange is under way.
//
// Beside the scan, the index `due` is searched for retries: at once when something may have become due, when the scan
// ends, and once more after the last delivery if the search met one under way, whose retry may be due by then.

/** See the table above. */
export type ShardState = "scanning" | "draining" | "failed" | "releasing" | "abandoning" | "released";

/** A delivery that waits for its place or is under way. */
export interface Delivery {
  readonly shard: OwnedShard;
  readonly id: string;
  readonly host: string;
  readonly kind: "delivery" | "retry";
  /** The due time of a retry; null for a delivery that the scan found. */
  readonly dueAt: number | null;
  /** The row as the scan has just read it; null to read it again. */
  entry: Deno.KvEntry<Subscription> | null;
  /** The version being sent; 0 while the delivery waits. */
  version: number;
  /** True if the scan for a newer version met it while it was under way. */
  isPassed: boolean;
  /** True if it was dropped while it waited. */
  isDropped: boolean;
}

// The row of a shard must stay well below the 64 KiB of a value. With more exceptions the progress is not written.
const MOST_EXCEPTIONS = 500;

/** A shard that this process owns, and the distribution to its subscriptions. */
export class OwnedShard {
  readonly row: ShardRow;
  /** Deliveries that wait, are under way, or whose failure is not recorded yet; by id. */
  readonly unsettled = new Map<string, Delivery>();
  /** How many deliveries have a place or an outcome that is not recorded yet. */
  active = 0;
  /** Deliveries since the progress was last written. */
  unrecorded = 0;
  #state: ShardState = "scanning";
  #content: TopicContent;
  readonly #range: IdRange;
  readonly #scan: RowScan;
  #isSearchingDue = false;
  #nextDueSearch: "now" | "after_scan" | "after_deliveries" | "none" = "after_scan";
  /** Due subscriptions that lack a version which this process has not loaded. */
  readonly #putOff = new Set<string>();

  /**
   * @param entry The shard's row, with this process as its owner.
   * @param onRows Called when rows have been read after `next` returned null.
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
    this.#range = shardRange(number);
    const message = (subscription: Subscription) => distributedMessage(this.#content, subscription);
    const onRead = (error?: unknown) => {
      this.#endScan();
      onRows(error);
    };
    this.#scan = new RowScan({ context, path, number, message, onRows: onRead }, entry.value.look?.rest ?? []);
    this.#endScan();
  }

  /** The state; see the table at the head of this file. */
  get state(): ShardState {
    return this.#state;
  }

  /** What is sent. */
  get content(): TopicContent {
    return this.#content;
  }

  /** True after a fault: nothing more is begun, and what is left is for the next owner. */
  get hasFailed(): boolean {
    return this.#state === "failed" || this.#state === "abandoning";
  }

  /** True from the begin of the release on. */
  get isLeft(): boolean {
    return this.#state === "releasing" || this.#state === "abandoning" || this.#state === "released";
  }

  /** True if it is time to search for due retries. */
  get isDueSearchWanted(): boolean {
    if (this.#isSearchingDue) return false;
    switch (this.#nextDueSearch) {
      case "now":
        return true;
      // While the last deliveries are under way.
      case "after_scan":
        return this.#state !== "scanning";
      case "after_deliveries":
        return this.#isDelivered;
      default:
        return false;
    }
  }

  /** True if nothing is left to do but retries that are due later. */
  get isDone(): boolean {
    return this.#isDelivered && !this.#isSearchingDue && this.#nextDueSearch === "none";
  }

  get #isDelivered(): boolean {
    return (this.hasFailed || this.#scan.isThrough) && this.unsettled.size === 0 && this.active === 0;
  }

  /** Sends a newer version from now on. Subscriptions that got the older one in this scan are scanned again. */
  changeContent(content: TopicContent): void {
    if (content.version <= this.#content.version || this.hasFailed) return;
    const before = this.#look();
    this.#content = content;
    this.#scan.restart(beginLook(before, content.version, this.#range).rest);
    if (this.#state === "draining") this.#move("scanning", "draining");
    this.#putOff.clear();
    for (const delivery of this.unsettled.values()) {
      // The new scan meets it again.
      delivery.isPassed = false;
      if (delivery.version > 0 || delivery.dueAt !== null) continue;
      delivery.isDropped = true;
      this.unsettled.delete(delivery.id);
    }
  }

  /** Notes that a row has changed, so that a copy read before is not used. */
  changed(id: string): void {
    this.#scan.changed(id);
  }

  /** Skips a due subscription until the next version: this process has not loaded the version that it lacks. */
  putOff(id: string): void {
    this.#putOff.add(id);
  }

  /** Returns the next subscription to be sent the version; null after the last one, and while rows are being read. */
  next(): Delivery | null {
    // A delivery made during the release would never be recorded.
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

  /** Adds a delivery that waits for its place. */
  add(id: string, host: string, dueAt: number | null, entry: Deno.KvEntry<Subscription> | null): Delivery {
    const kind = dueAt === null ? "delivery" : "retry";
    const waiting = { version: 0, isPassed: false, isDropped: false };
    const delivery: Delivery = { shard: this, id, host, kind, dueAt, entry, ...waiting };
    this.unsettled.set(id, delivery);
    return delivery;
  }

  /** Requests a search for due retries: something may have become due. */
  requestDueSearch(): void {
    this.#nextDueSearch = "now";
  }

  /** Finds the subscriptions whose retry is due, without those that wait or are under way already. */
  async findDue(): Promise<readonly Delivery[]> {
    const { kv, clock } = this.context;
    const found: Delivery[] = [];
    this.#isSearchingDue = true;
    this.#nextDueSearch = this.#state === "scanning" ? "after_scan" : "none";
    for await (const { key, value } of kv.list<string>(dueUntil(this.path, this.number, clock.now()))) {
      const id = idOf(key);
      if (this.hasFailed || this.isLeft) break;
      if (!this.unsettled.has(id)) {
        if (!this.#putOff.has(id)) found.push(this.add(id, value, Number(key.at(-2)), null));
      } else if (this.#nextDueSearch === "none") {
        // Its retry may be due by the time it ends.
        this.#nextDueSearch = "after_deliveries";
      }
    }
    this.#isSearchingDue = false;
    return found;
  }

  /** Begins nothing more: the store has failed, or another process owns the shard. */
  fail(): void {
    if (this.#state === "releasing") this.#move("abandoning", "releasing");
    else if (this.#state === "scanning" || this.#state === "draining") this.#move("failed", "scanning", "draining");
  }

  /** Begins to give the shard back. `releasedRow` is written then. */
  beginRelease(): void {
    if (this.#state === "failed") this.#move("abandoning", "failed");
    else this.#move("releasing", "scanning", "draining");
  }

  /** Ends the release: this process no longer owns the shard. Drops the deliveries that wait. */
  released(): void {
    this.#move("released", "releasing", "abandoning");
    for (const delivery of this.unsettled.values()) delivery.isDropped = true;
  }

  /** Ends a release that the store did not take. */
  releaseFailed(): void {
    this.#move("failed", "abandoning");
  }

  /** The row that records the progress. */
  progressRow(): Shard {
    return { ...this.row.value, look: this.#progress() };
  }

  /** The row after the release: with the version if all is delivered, else with the progress. */
  releasedRow(): Shard {
    const { version } = this.row.value;
    const isFinished = this.#isDelivered && !this.hasFailed;
    return {
      owner: null,
      version: isFinished ? Math.max(version, this.#content.version) : version,
      look: isFinished ? null : this.#progress(),
    };
  }

  /** The progress to write. With too many exceptions for one value, the one last written. */
  #progress(): Look | null {
    const look = this.#look();
    return look === null || look.rest.length + look.except.length <= MOST_EXCEPTIONS ? look : this.row.value.look;
  }

  /** The progress of the scan: the ranges left, and the deliveries outside them that are not settled. */
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

/** The row of a shard that this process owns. */
export class ShardRow {
  #entry: Deno.KvEntry<Shard>;
  #writing: Promise<void> | null = null;
  #isLost = false;

  /**
   * @param entry The row, with this process as its owner.
   * @param onLost Called when another process owns it: it is not written any more.
   */
  constructor(entry: Deno.KvEntry<Shard>, private readonly onLost: () => void = () => {}) {
    this.#entry = entry;
  }

  /** The row as it was last written. */
  get value(): Shard {
    return this.#entry.value;
  }

  /** True if another process owns the row. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /**
   * Writes rows in one commit: each commit costs the same, however many rows it has.
   *
   * @param changes New values, called after earlier writes of these rows: each commit checks the one before.
   */
  static async write(kv: Store, changes: ReadonlyMap<ShardRow, () => Shard>): Promise<void> {
    const rows = [...changes.keys()];
    const isWritten = (row: ShardRow) => row.#writing !== null;
    for (let row = rows.find(isWritten); row !== undefined; row = rows.find(isWritten)) await row.#writing;
    const writing = ShardRow.#commit(kv, changes);
    for (const row of rows) row.#writing = writing;
    await writing.finally(() => {
      for (const row of rows) row.#writing = null;
    });
  }

  static async #commit(kv: Store, changes: ReadonlyMap<ShardRow, () => Shard>): Promise<void> {
    for (;;) {
      const written = [...changes].filter(([row]) => !row.#isLost).map(([row, next]) => ({ row, shard: next() }));
      if (written.length === 0) return;
      const operation = kv.atomic();
      for (const { row, shard } of written) operation.check(row.#entry).set(row.#entry.key, shard);
      const result = await operation.commit();
      for (const { row, shard } of written) {
        if (result.ok) row.#entry = { key: row.#entry.key, value: shard, versionstamp: result.versionstamp };
        else await row.#readAgain(kv);
      }
      if (result.ok) return;
    }
  }

  async #readAgain(kv: Store): Promise<void> {
    const current = await kv.get<Shard>(this.#entry.key);
    // We still own the row, so the newer version is our own commit whose answer was lost.
    if (current.value?.owner === this.value.owner) {
      this.#entry = current as Deno.KvEntry<Shard>;
      return;
    }
    this.#isLost = true;
    this.onLost();
  }
}

/** The shards that this process owns. */
export class OwnedShards {
  readonly #shards = new Map<string, OwnedShard>();
  readonly #waiters: (() => void)[] = [];
  #all: readonly OwnedShard[] = [];
  #topics: readonly (readonly OwnedShard[])[] = [];

  /** All of them. */
  get all(): readonly OwnedShard[] {
    return this.#all;
  }

  /** All of them, by topic. */
  get topics(): readonly (readonly OwnedShard[])[] {
    return this.#topics;
  }

  /** A shard, if this process owns it. */
  get(path: TopicPath, number: number): OwnedShard | undefined {
    return this.#shards.get(`${path} ${number}`);
  }

  /** The shards of a topic. */
  of(path: TopicPath): readonly OwnedShard[] {
    return this.#all.filter((shard) => shard.path === path);
  }

  /** Adds a shard that was taken. */
  add(shard: OwnedShard): void {
    this.#shards.set(`${shard.path} ${shard.number}`, shard);
    this.#arrange();
  }

  /** Removes a shard that was released. */
  drop(shard: OwnedShard): void {
    this.#shards.delete(`${shard.path} ${shard.number}`);
    this.#arrange();
  }

  /** Resolves at the next call of `changed`. */
  change(): Promise<void> {
    return new Promise((resolve) => this.#waiters.push(resolve));
  }

  /** Notes that something about the shards has changed. */
  changed(): void {
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  #arrange(): void {
    this.#all = [...this.#shards.values()];
    this.#topics = [...Map.groupBy(this.#all, ({ path }) => path).values()];
  }
}
