import type { Connection, ConnectionLimit } from "./open_connection.ts";
import type { Address } from "./public_address.ts";

/** Opens connections, and keeps idle ones for the next exchange with the same origin. */
export class KeptConnections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #ending = new Set<Promise<void>>();
  #count = 0;

  /**
   * @param open Opens a connection with an origin, to the given address if there is one.
   * @param most Maximum number of idle connections. Thousands of hosts in a second must not use up the file
   * descriptors.
   */
  constructor(
    private readonly open: (origin: string, to?: Address, limit?: ConnectionLimit) => Connection,
    private readonly most: number,
  ) {}

  take(origin: string, to?: Address, limit?: ConnectionLimit): Connection {
    const kept = to === undefined ? this.#idle.get(origin)?.at(-1) : undefined;
    if (kept !== undefined) {
      this.#forget(kept);
      return kept;
    }
    const opened = this.open(origin, to, limit);
    opened.client.on("disconnect", () => {
      if (this.#forget(opened)) this.#end(opened);
    });
    return opened;
  }

  /** Returns a connection after an exchange. Ends it if its answer was not read to the end. */
  give(connection: Connection, isReusable: boolean): void {
    // If all places are taken, ends this connection, not the oldest. Otherwise, with more hosts than places, each would
    // lose its connection before its next use.
    if (!isReusable || !connection.client.stats.connected || this.#count >= this.most) return this.#end(connection);
    const idle = this.#idle.get(connection.origin);
    if (idle === undefined) this.#idle.set(connection.origin, [connection]);
    else idle.push(connection);
    this.#count++;
  }

  drop(origin: string): void {
    for (const connection of [...this.#idle.get(origin) ?? []]) {
      this.#forget(connection);
      this.#end(connection);
    }
  }

  /** Ends all idle connections. Resolves when these and all connections ended before are closed. */
  async close(): Promise<void> {
    for (const origin of [...this.#idle.keys()]) this.drop(origin);
    await Promise.all(this.#ending);
  }

  #forget(connection: Connection): boolean {
    const idle = this.#idle.get(connection.origin) ?? [];
    const at = idle.indexOf(connection);
    if (at === -1) return false;
    idle.splice(at, 1);
    if (idle.length === 0) this.#idle.delete(connection.origin);
    this.#count--;
    return true;
  }

  #end(connection: Connection): void {
    const ended = connection.destroy(new Error("The connection is no longer needed."))
      .finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }
}
