import type { TopicPath } from "../../domain/site.ts";
import type { HubContext } from "../hub_context.ts";
import { dropSubscription, idOf } from "../store/hub_rows.ts";
import type { RowsPage } from "../store/kept_rows.ts";
import type { IdRange } from "../store/shard.ts";
import { isLive, type Subscription } from "../store/subscription.ts";

// Age in milliseconds from which a row is read again before use: it may have been renewed or removed.
const FRESH_MS = 100;
const ROWS_A_PAGE = 250;
const NO_ROWS: RowsPage = { rows: [], isLast: false };

interface RowScanParts {
  readonly context: Pick<HubContext, "kv" | "clock" | "rows">;
  readonly path: TopicPath;
  readonly number: number;
  /** Called when `next` has returned null, and more rows have been read since. */
  readonly onRows: (error?: unknown) => void;
}

/** Reads the subscriptions of a shard page by page, and removes those that have expired. */
export class RowScan {
  #rest: IdRange[];
  #page: RowsPage = NO_ROWS;
  #at = 0;
  #readAt = 0;
  #reading: Promise<void> | null = null;
  readonly #changed = new Set<string>();

  constructor(private readonly parts: RowScanParts, rest: readonly IdRange[]) {
    this.#rest = [...rest];
  }

  get rest(): readonly IdRange[] {
    return this.#rest;
  }

  /** True after the last row was returned or no row was found. */
  get isThrough(): boolean {
    return this.#reading === null && this.#rest.length === 0;
  }

  restart(rest: readonly IdRange[]): void {
    this.#rest = [...rest];
    this.#page = NO_ROWS;
  }

  changed(id: string): void {
    this.#changed.add(id);
  }

  isChanged(id: string): boolean {
    return this.#changed.has(id);
  }

  /** Returns the next subscription; null after the last one, and while rows are being read. */
  next(): Deno.KvEntry<Subscription> | null {
    const entry = this.#page.rows[this.#at];
    if (entry === undefined || performance.now() - this.#readAt >= FRESH_MS) {
      this.#read();
      return null;
    }
    this.#at++;
    const [range] = this.#rest;
    // Continue after this id. The suffix skips this row only, because no id is a prefix of another.
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
    const { context: { kv, clock, rows: kept }, path, number } = this.parts;
    const rest = this.#rest;
    const [range] = rest;
    if (range === undefined) return;
    this.#changed.clear();
    const readAt = performance.now();
    const page = await kept.page(path, number, range, ROWS_A_PAGE);
    const { rows } = page;
    for (const entry of rows) {
      if (!isLive(entry.value, clock.now())) await dropSubscription(kv.atomic(), entry).commit();
    }
    // The scan was restarted during the read.
    if (this.#rest !== rest) return;
    if (rows.length === 0) rest.shift();
    this.#page = page;
    this.#at = 0;
    this.#readAt = readAt;
  }
}
