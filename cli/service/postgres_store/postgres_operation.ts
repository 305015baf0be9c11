import { serialize } from "node:v8";
import type { StoreOperation } from "../../../domain/store/store.ts";
import { keyBytes } from "../key_bytes.ts";

/** What a commit does with a key. */
export interface Write {
  readonly kind: "set" | "sum" | "delete";
  readonly value: Uint8Array | null;
  readonly number: bigint | null;
  /** Milliseconds, or null. */
  readonly lifetime: number | null;
}

const MOST_BYTES = 65_536;
const TWO_TO_64 = 1n << 64n;

/** Commits checks and writes, the latter by their keys' bytes in hexadecimal. */
export type Commit = (
  checks: readonly Deno.AtomicCheck[],
  writes: ReadonlyMap<string, Write>,
) => Promise<Deno.KvCommitResult | Deno.KvCommitError>;

/** Collects what is committed together. */
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
    throw new TypeError("PostgreSQL has no queue here; DELIVERY_DRIVER=sweep does without.");
  }

  commit(): Promise<Deno.KvCommitResult | Deno.KvCommitError> {
    return this.commitAll(this.#checks, this.#writes);
  }

  #write(key: Deno.KvKey, write: Write): StoreOperation {
    this.#writes.set(keyBytes(key).toHex(), write);
    return this;
  }
}
