import type { HearRow, Store, StoreListOptions, StoreOperation, StoreRows } from "../../domain/store/store.ts";
import { ChangedRows, Client, Pool, type PostgresQueries } from "./postgres_connection.ts";
import { keyBytes } from "./key_bytes.ts";
import { COMMIT, ERASE_TRACES, GET, LIST, REMOVE_EXPIRED, SCHEMA } from "./postgres_schema.ts";
import {
  entryOf,
  PostgresOperation,
  type PostgresRow,
  postgresRows,
  versionOf,
  versionstampOf,
} from "./postgres_rows.ts";

const CONNECTIONS = 8;
const CONNECT_WITHIN_MS = 5000;
const REMOVE_EXPIRED_EVERY_MS = 600_000;

/**
 * The store on PostgreSQL, for several machines. Commits with a common key run one after the other, others in parallel.
 * The answer to a commit may be lost with the connection; `CertainStore` finds out whether it was made.
 */
export class PostgresStore implements Store {
  readonly #pool: PostgresQueries;
  readonly #changes: ChangedRows;
  readonly #watched: ReadonlySet<string>;
  readonly #timer: ReturnType<typeof setInterval>;

  private constructor(private readonly url: string, watched: readonly Deno.KvKey[]) {
    this.#pool = new Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_WITHIN_MS,
      keepAlive: true,
    });
    // The pool replaces a lost idle connection. Without a listener, the loss would end the process.
    this.#pool.on("error", () => {});
    this.#changes = new ChangedRows(url);
    this.#watched = new Set(watched.map((key) => keyBytes(key).toHex()));
    this.#timer = setInterval(() => void this.#pool.query(REMOVE_EXPIRED).catch(() => {}), REMOVE_EXPIRED_EVERY_MS);
  }

  /**
   * Opens the store, and creates its table if that is missing.
   *
   * @param url `postgres://user:password@host:port/database`.
   * @param watched Keys whose changes `onRowChange` reports.
   */
  static async open(url: string, watched: readonly Deno.KvKey[]): Promise<PostgresStore> {
    const store = new PostgresStore(url, watched);
    try {
      await store.#pool.query(SCHEMA);
      return store;
    } catch (error) {
      await store.close();
      throw error;
    }
  }

  async get<T>(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<T>> {
    const [entry] = await this.getMany<[T]>([key]);
    return entry;
  }

  async getMany<T extends readonly unknown[]>(
    keys: readonly [...{ [K in keyof T]: Deno.KvKey }],
  ): Promise<{ [K in keyof T]: Deno.KvEntryMaybe<T[K]> }> {
    const wanted = keys.map((key: Deno.KvKey) => keyBytes(key));
    const { rows } = await this.#pool.query<PostgresRow>({ name: "get", text: GET, values: [wanted] });
    const found = new Map(rows.map((row) => [row.key.toHex(), row]));
    const entries = keys.map((key: Deno.KvKey, at: number) => {
      const row = found.get(wanted[at]?.toHex() ?? "");
      return row === undefined ? { key, value: null, versionstamp: null } : entryOf(row, key);
    });
    return entries as { [K in keyof T]: Deno.KvEntryMaybe<T[K]> };
  }

  list<T>(selector: Deno.KvListSelector, options: StoreListOptions = {}): StoreRows<T> {
    return postgresRows<T>(
      async (from, to, limit) => {
        const { rows } = await this.#pool.query<PostgresRow>({ name: "list", text: LIST, values: [from, to, limit] });
        return rows;
      },
      selector,
      options,
    );
  }

  async set(key: Deno.KvKey, value: unknown, options?: { expireIn?: number }): Promise<Deno.KvCommitResult> {
    const result = await this.atomic().set(key, value, options).commit();
    if (!result.ok) throw new Error("A commit without checks was refused.");
    return result;
  }

  async delete(key: Deno.KvKey): Promise<void> {
    await this.atomic().delete(key).commit();
  }

  atomic(): StoreOperation {
    return new PostgresOperation(async (checks, writes) => {
      const keys = [...writes.keys()];
      const all = [...writes.values()];
      const { rows } = await this.#pool.query<{ version: string | null }>({
        name: "commit",
        text: COMMIT,
        values: [
          checks.map(({ key }) => keyBytes(key)),
          checks.map(({ versionstamp }) => versionOf(versionstamp)),
          keys.map((key) => Uint8Array.fromHex(key)),
          all.map(({ kind }) => kind),
          all.map(({ value }) => value),
          all.map(({ number }) => number?.toString() ?? null),
          all.map(({ lifetime }) => lifetime),
          keys.filter((key) => this.#watched.has(key)).map((key) => Uint8Array.fromHex(key)),
        ],
      });
      const version = rows[0]?.version ?? null;
      return version === null ? { ok: false } : { ok: true, versionstamp: versionstampOf(version) };
    });
  }

  /** Reports changes of the rows named in `open`, and calls after every loss of the connection. */
  readonly onRowChange: HearRow = (key, then) => this.#changes.listen(keyBytes(key), then);

  listenQueue(): Promise<never> {
    return Promise.reject(new TypeError("PostgreSQL has no queue here; use DELIVERY_DRIVER=sweep."));
  }

  /** Rewrites the table. Waits up to five seconds for its lock, and blocks other processes meanwhile. */
  async eraseTraces(): Promise<void> {
    // On a separate connection, because the timeout of the lock applies to all its queries.
    const client = new Client({ connectionString: this.url, keepAlive: true });
    client.on("error", () => {});
    await client.connect();
    try {
      for (const statement of ERASE_TRACES) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#pool.end(), this.#changes.close()]);
  }
}
