import type { TopicPath } from "../../domain/site.ts";
import { lowerBound } from "../../domain/search/lower_bound.ts";
import type { Store } from "../../domain/store/store.ts";
import { idOf, rowsChangedKey, subscriptionKey } from "./hub_rows.ts";
import { type IdRange, shardRange, SHARDS } from "./shard.ts";
import type { Subscription } from "./subscription.ts";

type Rows = readonly Deno.KvEntry<Subscription>[];

/** A page of the subscriptions of a range, in the order of their ids. */
export interface RowsPage {
  readonly rows: Rows;
  readonly isLast: boolean;
}

interface KeptShard {
  /** Versionstamp of the shard's last change, read before these rows. */
  readonly changed: string | null;
  /** Cached rows from the beginning of the shard. */
  readonly rows: Deno.KvEntry<Subscription>[];
  isWhole: boolean;
}

const MOST_ROWS = 20_000;
/** Maximum number of subscriptions that count as few. Sending to them takes about a quarter of a second. */
const FEW_ROWS = 2000;

/**
 * Reads the subscriptions of a shard page by page, and caches them until a row of the shard is written. One read of a
 * versionstamp then validates the cache. Without it, reading and decoding took a fifth of the time of a delivery.
 */
export class KeptRows {
  readonly #shards = new Map<string, KeptShard>();

  constructor(private readonly kv: Store, private readonly most: number = MOST_ROWS) {}

  /** Returns the current first rows of a range: all if the shard is cached, else about `limit`. */
  async page(path: TopicPath, number: number, range: IdRange, limit: number): Promise<RowsPage> {
    const name = `${path} ${number}`;
    const shard = shardRange(number);
    const isStart = range.from === shard.from;
    if (!isStart && !this.#shards.has(name)) return await this.#readPage(path, range, limit);
    const { versionstamp: changed } = await this.kv.get(rowsChangedKey(path, number));
    let kept = this.#shards.get(name);
    if (kept !== undefined && kept.changed !== changed) {
      this.#shards.delete(name);
      kept = undefined;
    }
    if (kept === undefined && isStart) this.#shards.set(name, kept = { changed, rows: [], isWhole: false });
    while (kept !== undefined) {
      const rows = rowsWithin(kept.rows, range);
      if (kept.isWhole || rows.length >= limit) return { rows, isLast: kept.isWhole };
      const last = kept.rows.at(-1);
      const from = last === undefined ? shard.from : `${idOf(last.key)}0`;
      if (from >= range.to) return { rows, isLast: true };
      // Reads the range only, because rows between it and the cached ones are missing.
      if (from < range.from) break;
      const more = await this.#read(path, { from, to: shard.to }, limit);
      // Unless a parallel call has cached the same rows.
      if (kept.rows.at(-1) === last) this.#keep(name, kept, more, more.length < limit);
    }
    return await this.#readPage(path, range, limit);
  }

  /** True if a shard has subscriptions. Cached rows count even if they have been removed since. */
  async hasAny(path: TopicPath, number: number): Promise<boolean> {
    if ((this.#shards.get(`${path} ${number}`)?.rows.length ?? 0) > 0) return true;
    return (await this.page(path, number, shardRange(number), 1)).rows.length > 0;
  }

  /** True if a topic has few subscriptions, by the cache. False if not all are cached. */
  isFew(path: TopicPath): boolean {
    let count = 0;
    for (let number = 0; number < SHARDS; number++) {
      const kept = this.#shards.get(`${path} ${number}`);
      count += kept?.isWhole === true ? kept.rows.length : Infinity;
    }
    return count <= FEW_ROWS;
  }

  async #readPage(path: TopicPath, range: IdRange, limit: number): Promise<RowsPage> {
    const rows = await this.#read(path, range, limit);
    return { rows, isLast: rows.length < limit };
  }

  async #read(path: TopicPath, { from, to }: IdRange, limit: number): Promise<Rows> {
    const selector = { start: subscriptionKey(path, from), end: subscriptionKey(path, to) };
    const options = { limit, batchSize: limit };
    return await Array.fromAsync(this.kv.list<Subscription>(selector, options));
  }

  #keep(name: string, kept: KeptShard, more: Rows, isLast: boolean): void {
    kept.rows.push(...more);
    kept.isWhole = isLast;
    if (this.#shards.get(name) !== kept) return;
    // Moves the shard to the end, because the shards read longest ago are dropped first.
    this.#shards.delete(name);
    this.#shards.set(name, kept);
    let count = 0;
    for (const { rows } of this.#shards.values()) count += rows.length;
    for (const [oldest, { rows }] of this.#shards) {
      if (count <= this.most) return;
      this.#shards.delete(oldest);
      count -= rows.length;
    }
  }
}

function rowsWithin(rows: Rows, range: IdRange): Rows {
  const [from, to] = [range.from, range.to].map((id) =>
    lowerBound(0, rows.length, (at) => idOf(rows[at]?.key ?? []) < id)
  );
  return rows.slice(from, to);
}
