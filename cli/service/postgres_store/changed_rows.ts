import { Client, type PostgresClient } from "./postgres_driver.ts";
import { CHANNEL } from "./kv_schema.ts";

type Listener = () => void;

const AGAIN_AFTER_MS = 1000;

/**
 * Hears of rows that other processes have changed (`LISTEN`), on a connection of its own. When the connection was lost
 * it comes back by itself, and everybody is told then: what changed meanwhile was not heard.
 */
export class ChangedRows {
  readonly #listeners = new Map<string, Set<Listener>>();
  #client: PostgresClient | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #connecting: Promise<void> = Promise.resolve();

  constructor(private readonly url: string) {}

  /** Calls a function after each change of a row; the answer takes that back. */
  listen(key: Uint8Array, then: Listener): () => void {
    const name = key.toHex();
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(then));
    if (this.#client === null) this.#connect();
    return () => void listeners.delete(then);
  }

  /** Ends the connection. */
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
    // Without a listener the loss of the connection would end the process; `end` follows.
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
