import { deserialize, serialize } from "node:v8";
import { type StoreListOptions, type StoreOperation, type StoreRows, storeRows } from "../../domain/store/store.ts";
import { afterKey, keyBytes, keyOf, selectorRange } from "./key_bytes.ts";

/** A row of the table: it has `value` or `number`. Integers are text. */
export interface PostgresRow {
  readonly key: Uint8Array;
  readonly value: Uint8Array | null;
  readonly number: string | null;
  readonly version: string;
}

const PAGE = 100;
const VERSIONSTAMP_DIGITS = 20;

/**
 * Lists rows, page by page.
 *
 * @param read Reads rows from one key up to another, in order.
 */
export function postgresRows<T>(
  read: (from: Uint8Array, to: Uint8Array, limit: number) => Promise<readonly PostgresRow[]>,
  selector: Deno.KvListSelector,
  { limit: left = Infinity, batchSize = PAGE, cursor = "" }: StoreListOptions,
): StoreRows<T> {
  const range = selectorRange(selector);
  let from = cursor === "" ? range.start : Uint8Array.fromBase64(cursor);
  let page: PostgresRow[] = [];
  let isLast = false;
  return storeRows(async () => {
    if (page.length === 0 && !isLast && left > 0) {
      const wanted = Math.min(batchSize, left);
      page = [...await read(from, range.end, wanted)];
      isLast = page.length < wanted;
    }
    const row = page.shift();
    if (row === undefined) return { done: true, value: undefined };
    left--;
    from = afterKey(row.key);
    cursor = from.toBase64();
    return { done: false, value: entryOf<T>(row, keyOf(row.key)) };
  }, () => cursor);
}

/** Returns a row as an entry of Deno KV. */
export function entryOf<T>({ value, number, version }: PostgresRow, key: Deno.KvKey): Deno.KvEntry<T> {
  // Copied: Deno 2.5 looks for bytes within a value from the start of its buffer on.
  const content: unknown = number === null ? deserialize(new Uint8Array(value ?? [])) : new Deno.KvU64(BigInt(number));
  return { key, value: content as T, versionstamp: versionstampOf(version) };
}

/** Returns the versionstamp for a commit number. */
export function versionstampOf(version: string): string {
  return BigInt(version).toString(16).padStart(VERSIONSTAMP_DIGITS, "0");
}

/** Returns the commit number of a versionstamp; 0 for no row. */
export function versionOf(versionstamp: string | null): string {
  return versionstamp === null ? "0" : BigInt(`0x${versionstamp}`).toString();
}

interface Write {
  readonly kind: "set" | "sum" | "delete";
  readonly value: Uint8Array | null;
  readonly number: bigint | null;
  /** Milliseconds, or null. */
  readonly lifetime: number | null;
}

const MOST_BYTES = 65_536;
const TWO_TO_64 = 1n << 64n;

type Commit = (
  checks: readonly Deno.AtomicCheck[],
  writes: ReadonlyMap<string, Write>,
) => Promise<Deno.KvCommitResult | Deno.KvCommitError>;

/** An atomic operation: collects checks and writes and commits them together. */
export class PostgresOperation implements StoreOperation {
  readonly #checks: Deno.AtomicCheck[] = [];
  /** The last write of each key, by its bytes in hexadecimal. */
  readonly #writes = new Map<string, Write>();

  constructor(private readonly commitAll: Commit) {}

  check(...checks: Deno.AtomicCheck[]): StoreOperation {
    this.#checks.push(...checks.map(({ key, versionstamp }) => ({ key, versionstamp })));
    return this;
  }

  set(key: Deno.KvKey, value: unknown, { expireIn }: { expireIn?: number } = {}): StoreOperation {
    const lifetime = expireIn === undefined ? null : Math.max(1, Math.round(expireIn));
    if (value instanceof Deno.KvU64) {
      return this.#write(key, { kind: "set", value: null, number: value.value, lifetime });
    }
    const bytes = serialize(value);
    if (bytes.length > MOST_BYTES) {
      throw new TypeError(`A value has ${bytes.length} bytes; at most ${MOST_BYTES} are allowed.`);
    }
    return this.#write(key, { kind: "set", value: bytes, number: null, lifetime });
  }

  delete(key: Deno.KvKey): StoreOperation {
    return this.#write(key, { kind: "delete", value: null, number: null, lifetime: null });
  }

  sum(key: Deno.KvKey, n: bigint): StoreOperation {
    const before = this.#writes.get(keyBytes(key).toHex());
    if (before?.kind === "set" && before.number === null) throw new TypeError("A value is no number to add to.");
    const number = ((before?.number ?? 0n) + n) % TWO_TO_64;
    const kind = before === undefined ? "sum" : before.kind === "delete" ? "set" : before.kind;
    return this.#write(key, { kind, value: null, number, lifetime: before?.lifetime ?? null });
  }

  enqueue(): StoreOperation {
    throw new TypeError("PostgreSQL has no queue here; use DELIVERY_DRIVER=sweep.");
  }

  commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError> {
    return this.commitAll(this.#checks, this.#writes);
  }

  #write(key: Deno.KvKey, write: Write): StoreOperation {
    this.#writes.set(keyBytes(key).toHex(), write);
    return this;
  }
}
