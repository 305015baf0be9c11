import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { dropSubscription, dueKey, idOf } from "../store/hub_rows.ts";
import type { RowsPage } from "../store/kept_rows.ts";
import type { IdRange } from "../store/shard.ts";
import type { Message } from "../signing/signature.ts";
import { isLive, type Subscription } from "../store/subscription.ts";

// A row that was read longer ago is read again before it is used: it may have been renewed or removed.
const FRESH_MS = 100;
const ROWS_A_PAGE = 250;
const NO_ROWS: RowsPage = { rows: [], isLast: false };

/** What a look at the rows of a shard is about. */
export interface RowLookParts {
  readonly context: Pick<HubContext, "kv" | "clock" | "rows" | "places" | "signer">;
  readonly path: TopicPath;
  readonly number: number;
  /** Whether the shard had no row before: its subscriptions may come from an older store. */
  readonly isFirst: boolean;
  /** What a subscription is to be sent. */
  readonly message: (subscription: Subscription) => Message;
  /** Called when rows are there after `next` had none. */
  readonly onRows: (error?: unknown) => void;
}

/** Looks at the subscriptions of a shard one after the other, and ends those that have expired. */
export class RowLook {
  #rest: IdRange[];
  #page: RowsPage = NO_ROWS;
  #at = 0;
  #readAt = 0;
  #reading: Promise<void> | null = null;
  readonly #changed = new Set<string>();

  /** @param rest What is to be looked at, in this order. */
  constructor(private readonly parts: RowLookParts, rest: readonly IdRange[]) {
    this.#rest = [...rest];
  }

  /** What has not been looked at. */
  get rest(): readonly IdRange[] {
    return this.#rest;
  }

  /** Whether every row has been looked at. */
  get isThrough(): boolean {
    return this.#reading === null && this.#rest.length === 0;
  }

  /** Begins anew. */
  restart(rest: readonly IdRange[]): void {
    this.#rest = [...rest];
    this.#page = NO_ROWS;
  }

  /** Notes that a row has changed: what was read of it may be wrong. */
  changed(id: string): void {
    this.#changed.add(id);
  }

  /** Whether a row was changed since it was read. */
  isChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  /** The next subscription; null when there is none or rows are being read. */
  next(): Deno.KvEntry<Subscription> | null {
    const entry = this.#page.rows[this.#at];
    if (entry === undefined || performance.now() - this.#readAt >= FRESH_MS) {
      this.#read();
      return null;
    }
    this.#at++;
    const [range] = this.#rest;
    // No id begins with another one.
    if (range !== undefined) this.#rest[0] = { from: `${idOf(entry.key)}0`, to: range.to };
    if (this.#at === this.#page.rows.length && this.#page.isLast) this.#rest.shift();
    return entry;
  }

  #read(): void {
    if (this.#reading !== null || this.#rest.length === 0) return;
    const ended = (error?: unknown) => {
      this.#reading = null;
      this.parts.onRows(error);
    };
    this.#reading = this.#readPage().then(() => ended(), ended);
  }

  async #readPage(): Promise<void> {
    const { context: { clock, rows: kept, places, signer }, path, number, isFirst, message } = this.parts;
    const rest = this.#rest;
    const [range] = rest;
    if (range === undefined) return;
    this.#changed.clear();
    const readAt = performance.now();
    const page = await kept.page(path, number, range, ROWS_A_PAGE);
    const { rows } = page;
    for (const entry of rows) {
      if (!isLive(entry.value, clock.now())) await this.#expire(entry);
      else if (isFirst && entry.value.nextAttemptAt > 0) await this.#index(entry);
    }
    // It has begun anew meanwhile.
    if (this.#rest !== rest) return;
    if (rows.length === 0) rest.shift();
    // As many as there are places for are sent at once, before a worker could have signed them.
    void signer.begin(rows.slice(places.free("delivery")), message, clock.now());
    this.#page = page;
    this.#at = 0;
    this.#readAt = readAt;
  }

  async #expire(entry: Deno.KvEntry<Subscription>): Promise<void> {
    await dropSubscription(this.parts.context.kv.atomic(), entry).commit();
  }

  /** Earlier versions of the service kept no index of what is due. */
  async #index({ key, value, versionstamp }: Deno.KvEntry<Subscription>): Promise<void> {
    const { context: { kv }, path } = this.parts;
    const due = dueKey(path, idOf(key), value.nextAttemptAt);
    await kv.atomic().check({ key, versionstamp }).set(due, value.callback.host).commit();
  }
}
