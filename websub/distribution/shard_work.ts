import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { dueUntil, idOf } from "../store/hub_rows.ts";
import { beginLook, exceptionOf, type IdRange, isWithin, type Look, type Shard, shardRange } from "../store/shard.ts";
import type { Subscription } from "../store/subscription.ts";
import { distributedMessage } from "./content_distribution.ts";
import { RowLook } from "./row_look.ts";
import { ShardRow } from "./shard_row.ts";
import type { TopicContent } from "./topic_content.ts";

/** A delivery that waits for its place or is under way. */
export interface Delivery {
  readonly work: ShardWork;
  readonly id: string;
  readonly host: string;
  readonly kind: "delivery" | "retry";
  /** The time of its own that has come; null where the look has met it. */
  readonly dueAt: number | null;
  /** The row as the look has read it just now; null to read it anew. */
  entry: Deno.KvEntry<Subscription> | null;
  /** The version that is under way; 0 while it waits. */
  version: number;
  /** Whether the look for a newer version has met it while it was under way. */
  isPassed: boolean;
  /** Whether it was given up while it waited. */
  isDropped: boolean;
}

// The row of a shard has to stay well below the 64 KiB of a value; with more exceptions the progress is not noted.
const MOST_EXCEPTIONS = 500;

/** The work of this process on a shard that it owns. */
export class ShardWork {
  /** Deliveries that wait or are under way, and those whose failure is not recorded yet; by id. */
  readonly unsettled = new Map<string, Delivery>();
  /** How many of them have a place, or an outcome that is not recorded yet. */
  active = 0;
  /** Deliveries that the shard's row does not tell of yet. */
  unrecorded = 0;
  readonly row: ShardRow;
  /** Set while it is being let go of. */
  isEnding = false;
  readonly #context: HubContext;
  readonly #range: IdRange;
  #hasFailed = false;
  #content: TopicContent;
  readonly #rows: RowLook;
  /** Whether what is due in it is being looked for, and when it is to be looked for next. */
  #isSeekingDue = false;
  #nextDueLook: "now" | "looked_through" | "delivered" | "never" = "looked_through";
  readonly #putOff = new Set<string>();
  /** Whether the shard is being given back: deliveries that become due are for the next owner. */
  #isLeft = false;

  /**
   * @param entry The shard's row, with this process as its owner.
   * @param isFirst Whether the shard had no row before: its subscriptions may come from an older store.
   * @param onRows Called when rows are there after `next` had none.
   */
  constructor(
    context: HubContext,
    readonly path: TopicPath,
    readonly number: number,
    entry: Deno.KvEntry<Shard>,
    content: TopicContent,
    isFirst: boolean,
    onRows: (error?: unknown) => void,
  ) {
    this.#context = context;
    this.#range = shardRange(number);
    this.row = new ShardRow(entry);
    this.#content = content;
    const message = (subscription: Subscription) => distributedMessage(this.#content, subscription);
    this.#rows = new RowLook({ context, path, number, isFirst, message, onRows }, entry.value.look?.rest ?? []);
  }

  /** What is sent. */
  get content(): TopicContent {
    return this.#content;
  }

  /** What the shard's row says. */
  get shard(): Shard {
    return this.row.value;
  }

  /** Whether the store has failed or the shard belongs to another process: nothing is begun any more. */
  get isBroken(): boolean {
    return this.#hasFailed || this.row.isLost;
  }

  /** Whether every row has been looked at; deliveries may still wait or be under way. */
  get isLookedThrough(): boolean {
    return this.isBroken || this.#rows.isThrough;
  }

  /** Whether it is time to look for what is due in it. */
  get isDueToFind(): boolean {
    if (this.#isSeekingDue) return false;
    switch (this.#nextDueLook) {
      case "now":
        return true;
      // While the last deliveries are under way.
      case "looked_through":
        return this.isLookedThrough;
      case "delivered":
        return this.#isDelivered;
      default:
        return false;
    }
  }

  /** Whether nothing is left to do but what becomes due later. */
  get isDone(): boolean {
    return this.#isDelivered && !this.#isSeekingDue && this.#nextDueLook === "never";
  }

  get #isDelivered(): boolean {
    return this.isLookedThrough && this.unsettled.size === 0 && this.active === 0;
  }

  /** Sends a newer version from now on. Who got the older one in this look is looked at again. */
  changeContent(content: TopicContent): void {
    if (content.version <= this.#content.version || this.isBroken) return;
    const before = this.#look();
    this.#content = content;
    this.#rows.restart(beginLook(before, content.version, this.#range).rest);
    this.#putOff.clear();
    for (const delivery of this.unsettled.values()) {
      // This look comes to it by itself.
      delivery.isPassed = false;
      if (delivery.version > 0 || delivery.dueAt !== null) continue;
      delivery.isDropped = true;
      this.unsettled.delete(delivery.id);
    }
  }

  /** Notes that a row has changed: what the look has read of it may be wrong. */
  changed(id: string): void {
    this.#rows.changed(id);
  }

  /** Passes over a due subscription until the next version: this process has not loaded the one that it lacks. */
  putOff(id: string): void {
    this.#putOff.add(id);
  }

  /** The next subscription that is to be sent the version; null when there is none or rows are being read. */
  next(): Delivery | null {
    // A delivery made while the shard is given back would never be noted.
    while (!this.isBroken && !this.isEnding) {
      const entry = this.#rows.next();
      if (entry === null) return null;
      const { deliveredVersion, nextAttemptAt, callback: { host } } = entry.value;
      if (nextAttemptAt > 0 || deliveredVersion >= this.#content.version) continue;
      const id = idOf(entry.key);
      const before = this.unsettled.get(id);
      if (before === undefined) return this.add(id, host, null, this.#rows.isChanged(id) ? null : entry);
      before.isPassed = true;
    }
    return null;
  }

  /** Adds a delivery that waits for its place. */
  add(id: string, host: string, dueAt: number | null, entry: Deno.KvEntry<Subscription> | null): Delivery {
    const kind = dueAt === null ? "delivery" : "retry";
    const delivery = {
      work: this,
      id,
      host,
      kind,
      dueAt,
      entry,
      version: 0,
      isPassed: false,
      isDropped: false,
    } as const;
    this.unsettled.set(id, delivery);
    return delivery;
  }

  /** Has what is due in it looked for now: something may have become due. */
  askForDue(): void {
    this.#nextDueLook = "now";
  }

  /** Finds the subscriptions whose own time has come; those that wait or are under way already are left out. */
  async findDue(): Promise<readonly Delivery[]> {
    const { kv, clock } = this.#context;
    const found: Delivery[] = [];
    this.#isSeekingDue = true;
    this.#nextDueLook = this.isLookedThrough ? "never" : "looked_through";
    for await (const { key, value } of kv.list<string>(dueUntil(this.path, this.number, clock.now()))) {
      const id = idOf(key);
      if (this.isBroken || this.#isLeft) break;
      if (!this.unsettled.has(id)) {
        if (!this.#putOff.has(id)) found.push(this.add(id, value, Number(key.at(-2)), null));
      } else if (this.#nextDueLook === "never") {
        // Its outcome may be a time that has come already.
        this.#nextDueLook = "delivered";
      }
    }
    this.#isSeekingDue = false;
    return found;
  }

  /** Says that the work cannot go on. */
  fail(): void {
    this.#hasFailed = true;
  }

  /** What the row is to say in the course of the work: the progress. */
  noted(): Shard {
    return { ...this.shard, look: this.#noted() };
  }

  /** The progress as it is written. With too many exceptions for one value it stays as it was written before. */
  #noted(): Look | null {
    const look = this.#look();
    return look === null || look.rest.length + look.except.length <= MOST_EXCEPTIONS ? look : this.shard.look;
  }

  /**
   * Ends the ownership, after the last delivery or with the look unfinished.
   *
   * @returns What the row is to say.
   */
  release(): () => Shard {
    this.#isLeft = true;
    return () => {
      const isFinished = this.#isDelivered && !this.isBroken;
      const version = isFinished ? Math.max(this.shard.version, this.#content.version) : this.shard.version;
      return { owner: null, version, look: isFinished ? null : this.#noted() };
    };
  }

  /** The look as it stands: what is left of the shard, and deliveries that are not settled. */
  #look(): Look | null {
    if (this.shard.version >= this.#content.version) return null;
    const { rest } = this.#rows;
    const isOutside = ({ id, dueAt }: Delivery) => dueAt === null && !isWithin(id, rest);
    const except = [...this.unsettled.values()].filter(isOutside).map(({ id }) => exceptionOf(id));
    return { version: this.#content.version, rest: [...rest], except };
  }
}
