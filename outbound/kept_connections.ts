import type { Connection } from "./open_connection.ts";
import type { Address } from "./vetting_lookup.ts";

/** Opens connections, and keeps those that have carried an exchange for the next one with the same origin. */
export class KeptConnections {
  readonly #idle = new Map<string, Connection[]>();
  readonly #ending = new Set<Promise<void>>();
  #count = 0;

  /**
   * @param open Opens a connection with an origin, at an address of it where one is given.
   * @param most How many are kept: thousands of hosts in a second must not use up the file descriptors.
   */
  constructor(private readonly open: (origin: string, to?: Address) => Connection, private readonly most: number) {}

  /** How many are kept. */
  get count(): number {
    return this.#count;
  }

  /**
   * Takes a connection for one exchange; it is to be given back.
   *
   * @param to The address that it is to be with; a kept one may be with another.
   */
  take(origin: string, to?: Address): Connection {
    const kept = to === undefined ? this.#idle.get(origin)?.at(-1) : undefined;
    if (kept !== undefined) {
      this.#forget(kept);
      return kept;
    }
    const opened = this.open(origin, to);
    opened.client.on("disconnect", () => {
      if (this.#forget(opened)) this.#end(opened);
    });
    return opened;
  }

  /** Takes a connection back. One with an answer half read cannot be used again: it is ended. */
  give(connection: Connection, isReusable: boolean): void {
    // Not the oldest: where there are more hosts than places, each would have lost its connection before its next turn.
    if (!isReusable || !connection.client.stats.connected || this.#count >= this.most) return this.#end(connection);
    const idle = this.#idle.get(connection.origin);
    if (idle === undefined) this.#idle.set(connection.origin, [connection]);
    else idle.push(connection);
    this.#count++;
  }

  /** Ends those that are kept with an origin. */
  drop(origin: string): void {
    for (const connection of [...this.#idle.get(origin) ?? []]) {
      this.#forget(connection);
      this.#end(connection);
    }
  }

  /** Ends those that are kept, and waits until all that were ended are closed. */
  async close(): Promise<void> {
    for (const origin of [...this.#idle.keys()]) this.drop(origin);
    await Promise.all(this.#ending);
  }

  /** Takes it off those that are kept, if it is one of them. */
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
