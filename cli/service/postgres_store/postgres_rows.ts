import { deserialize } from "node:v8";
import type { StoreListOptions, StoreRows } from "../../../domain/store/store.ts";
import { afterKey, keyOf, selectorRange } from "../key_bytes.ts";

/** A row as the database has it: `value` or `number`, whole numbers as text. */
export interface Row {
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
  readonly number: string | null;
  readonly version: string;
}

const PAGE = 100;
const VERSIONSTAMP_DIGITS = 20;

/** Reads rows from one key up to another, in order. */
export type ReadPage = (from: Uint8Array, to: Uint8Array, limit: number) => Promise<readonly Row[]>;

/** Rows of a list, read page by page. */
export class PostgresRows<T> implements StoreRows<T> {
  #from: Uint8Array;
  readonly #to: Uint8Array;
  #left: number;
  readonly #batchSize: number;
  #page: readonly Row[] = [];
  #at = 0;
  #isLast = false;
  #cursor = "";

  constructor(
    private readonly read: ReadPage,
    selector: Deno.KvListSelector,
    { limit = Infinity, batchSize = PAGE, cursor }: StoreListOptions,
  ) {
    ({ start: this.#from, end: this.#to } = selectorRange(selector));
    if (cursor) this.#from = Uint8Array.fromBase64(cursor);
    this.#left = limit;
    this.#batchSize = batchSize;
  }

  get cursor(): string {
    return this.#cursor;
  }

  async next(): Promise<IteratorResult<Deno.KvEntry<T>>> {
    if (this.#left <= 0) return { done: true, value: undefined };
    if (this.#at === this.#page.length && !this.#isLast) await this.#readPage();
    const row = this.#page[this.#at++];
    if (row === undefined) return { done: true, value: undefined };
    this.#left--;
    this.#from = afterKey(row.key);
    this.#cursor = this.#from.toBase64();
    return { done: false, value: entryOf<T>(row, keyOf(row.key)) };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #readPage(): Promise<void> {
    const wanted = Math.min(this.#batchSize, this.#left);
    this.#page = await this.read(this.#from, this.#to, wanted);
    this.#at = 0;
    this.#isLast = this.#page.length < wanted;
  }
}

/** A row as its readers get it. */
export function entryOf<T>({ value, number, version }: Row, key: Deno.KvKey): Deno.KvEntry<T> {
  const content: unknown = number === null ? deserialize(value ?? new Uint8Array()) : new Deno.KvU64(BigInt(number));
  return { key, value: content as T, versionstamp: versionstampOf(version) };
}

/** The versionstamp of the commit with a number. */
export function versionstampOf(version: string): string {
  return BigInt(version).toString(16).padStart(VERSIONSTAMP_DIGITS, "0");
}

/** The number of the commit with a versionstamp; 0 for no row. */
export function versionOf(versionstamp: string | null): string {
  return versionstamp === null ? "0" : BigInt(`0x${versionstamp}`).toString();
}
