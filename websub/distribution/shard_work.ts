import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { dropSubscription, dueKey, dueUntil, idOf } from "../store/hub_rows.ts";
import type { RowsPage } from "../store/kept_rows.ts";
import { beginLook, exceptionOf, type IdRange, isWithin, type Look, type Shard, shardRange } from "../store/shard.ts";
import { isLive, type Subscription } from "../store/subscription.ts";
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

// A row that was read longer ago is read again before it is used: it may have been renewed or removed.
const FRESH_MS = 100;
const ROWS_A_PAGE = 250;
const NO_ROWS: RowsPage = { rows: [], isLast: false };
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
  #rest: IdRange[];
  #page: RowsPage = NO_ROWS;
  #at = 0;
  #readAt = 0;
  #reading: Promise<void> | null = null;
  /** Looks for what is due that are under way; null before the first. */
  #dueLooks: number | null = null;
  readonly #changed = new Set<string>();
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
    private readonly isFirst: boolean,
    private readonly onRows: (error?: unknown) => void,
  ) {
    this.#context = context;
    this.#range = shardRange(number);
    this.row = new ShardRow(entry);
    this.#content = content;
    this.#rest = [...entry.value.look?.rest ?? []];
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
    return this.isBroken || this.#reading === null && this.#rest.length === 0;
  }

  /** Whether nobody has looked for what is due in it since this process has it. */
  get isDueUnknown(): boolean {
    return this.#dueLooks === null;
  }

  /** Whether nothing is left to do but what becomes due later. */
  get isDone(): boolean {
    return this.#isDelivered && this.#dueLooks === 0;
  }

  get #isDelivered(): boolean {
    return this.isLookedThrough && this.unsettled.size === 0 && this.active === 0;
  }

  /** Sends a newer version from now on. Who got the older one in this look is looked at again. */
  changeContent(content: TopicContent): void {
    if (content.version <= this.#content.version || this.isBroken) return;
    const before = this.#look();
    this.#content = content;
    this.#rest = [...beginLook(before, content.version, this.#range).rest];
    this.#page = NO_ROWS;
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
    this.#changed.add(id);
  }

  /** Passes over a due subscription until the next version: this process has not loaded the one that it lacks. */
  putOff(id: string): void {
    this.#putOff.add(id);
  }

  /** The next subscription that is to be sent the version; null when there is none or rows are being read. */
  next(): Delivery | null {
    // A delivery made while the shard is given back would never be noted.
    while (!this.isBroken && !this.isEnding) {
      const entry = this.#page.rows[this.#at];
      if (entry === undefined || performance.now() - this.#readAt >= FRESH_MS) {
        this.#read();
        return null;
      }
      this.#at++;
      const id = idOf(entry.key);
      const [range] = this.#rest;
      // No id begins with another one.
      if (range !== undefined) this.#rest[0] = { from: `${id}0`, to: range.to };
      if (this.#at === this.#page.rows.length && this.#page.isLast) this.#rest.shift();
      const { deliveredVersion, nextAttemptAt, callback: { host } } = entry.value;
      if (nextAttemptAt > 0 || deliveredVersion >= this.#content.version) continue;
      const before = this.unsettled.get(id);
      if (before === undefined) return this.add(id, host, null, this.#changed.has(id) ? null : entry);
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

  /** Finds the subscriptions whose own time has come; those that wait or are under way already are left out. */
  async findDue(): Promise<readonly Delivery[]> {
    const { kv, clock } = this.#context;
    const found: Delivery[] = [];
    this.#dueLooks = (this.#dueLooks ?? 0) + 1;
    for await (const { key, value } of kv.list<string>(dueUntil(this.path, this.number, clock.now()))) {
      const id = idOf(key);
      if (this.isBroken || this.#isLeft) break;
      if (!this.unsettled.has(id) && !this.#putOff.has(id)) found.push(this.add(id, value, Number(key.at(-2)), null));
    }
    this.#dueLooks--;
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
    const isOutside = ({ id, dueAt }: Delivery) => dueAt === null && !isWithin(id, this.#rest);
    const except = [...this.unsettled.values()].filter(isOutside).map(({ id }) => exceptionOf(id));
    return { version: this.#content.version, rest: [...this.#rest], except };
  }

  #read(): void {
    if (this.#reading !== null || this.#rest.length === 0) return;
    this.#reading = this.#readPage().then(() => {
      this.#reading = null;
      this.onRows();
    }, (error) => {
      this.#reading = null;
      this.onRows(error);
    });
  }

  async #readPage(): Promise<void> {
    const { clock } = this.#context;
    const [range] = this.#rest;
    if (range === undefined) return;
    const { version } = this.#content;
    this.#changed.clear();
    const readAt = performance.now();
    const page = await this.#context.rows.page(this.path, this.number, range, ROWS_A_PAGE);
    const { rows } = page;
    for (const entry of rows) {
      if (!isLive(entry.value, clock.now())) await this.#expire(entry);
      else if (this.isFirst && entry.value.nextAttemptAt > 0) await this.#index(entry);
    }
    // A newer version has begun another look meanwhile.
    if (this.#content.version !== version) return;
    if (rows.length === 0) this.#rest.shift();
    // As many as there are places for are sent at once, before a worker could have signed them.
    const later = rows.slice(this.#context.places.free("delivery"));
    void this.#context.signer.begin(this.#content.representation.bodies.identity.bytes, later);
    this.#page = page;
    this.#at = 0;
    this.#readAt = readAt;
  }

  async #expire(entry: Deno.KvEntry<Subscription>): Promise<void> {
    await dropSubscription(this.#context.kv.atomic(), entry).commit();
  }

  /** Earlier versions of the service kept no index of what is due. */
  async #index({ key, value, versionstamp }: Deno.KvEntry<Subscription>): Promise<void> {
    const { kv } = this.#context;
    const due = dueKey(this.path, idOf(key), value.nextAttemptAt);
    await kv.atomic().check({ key, versionstamp }).set(due, value.callback.host).commit();
  }
}
