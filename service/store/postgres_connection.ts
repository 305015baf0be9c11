import { Client as AnyClient, Pool as AnyPool } from "pg";
import { CHANNEL } from "./postgres_schema.ts";

// Types of the package `pg`: it has none, and the published ones bring all of Node's globals.

/** A query. With a name it is prepared once on each connection. */
interface PostgresQuery {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Runs queries. Results have bytes as `Uint8Array` and 64-bit integers as text. */
export interface PostgresQueries {
  query<R>(query: PostgresQuery | string): Promise<{ readonly rows: readonly R[] }>;
  end(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/** A pool of connections, each used for one query at a time. */
export const Pool: new (options: {
  readonly connectionString: string;
  readonly max: number;
  readonly connectionTimeoutMillis: number;
  readonly keepAlive: boolean;
}) => PostgresQueries = AnyPool;

interface PostgresClient extends PostgresQueries {
  connect(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "notification", listener: (notification: { readonly payload?: string }) => void): unknown;
  once(event: "end", listener: () => void): unknown;
}

/** Constructor of a connection. */
export const Client: new (
  options: { readonly connectionString: string; readonly keepAlive: boolean },
) => PostgresClient = AnyClient;

type Listener = () => void;
const AGAIN_AFTER_MS = 1000;

/**
 * Listens for rows that other processes change (`LISTEN`), on a separate connection. Reconnects after a loss and then
 * calls all listeners, because notifications were lost meanwhile.
 */
export class ChangedRows {
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: PostgresClient | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #connecting: Promise<void> = Promise.resolve();

  constructor(private readonly url: string) {}

  /** Calls a function after each change of a row. Returns a function that stops it. */
  listen(key: Uint8Array, then: Listener): () => void {
    const name = key.toHex();
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(then));
    if (this.#client === null) this.#connect();
    return () => void listeners.delete(then);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    await this.#client?.end().catch(() => {});
  }

  #connect(): void {
    const client = new Client({ connectionString: this.url, keepAlive: true });
    this.#client = client;
    client.on("notification", ({ payload }) => this.#tell(this.#listeners.get(payload ?? "") ?? []));
    // Without a listener, a lost connection would end the process. The event `end` follows.
    client.on("error", () => {});
    client.once("end", () => this.#connectLater());
    this.#connecting = client.connect()
      .then(() => client.query(`listen ${CHANNEL}`))
      .then(() => {
        for (const listeners of this.#listeners.values()) this.#tell(listeners);
      })
      .catch(() => client.end().catch(() => {}));
  }

  #connectLater(): void {
    clearTimeout(this.#timer);
    if (!this.#isClosed) this.#timer = setTimeout(() => this.#connect(), AGAIN_AFTER_MS);
  }

  #tell(listeners: Iterable<Listener>): void {
    for (const then of listeners) then();
  }
}
