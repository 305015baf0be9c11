import type { Connection } from "./open_connection.ts";

/** Lends connections, at most so many for one origin, and keeps idle ones for the next exchange. */
export interface ConnectionSlots {
  /** Waits for its turn; rejects with the signal's reason. */
  readonly take: (origin: string, signal: AbortSignal) => Promise<Connection>;
  /** Takes back what was lent. A connection with an answer half read cannot be used again: it is ended. */
  readonly give: (connection: Connection, isReusable: boolean) => void;
  /** Ends idle connections, and waits until all that were ended are closed. */
  readonly close: () => Promise<void>;
  /** How many origins are remembered: those with a connection. */
  readonly origins: () => number;
}

interface Lane {
  lent: number;
  readonly idle: Connection[];
  readonly waiting: ((connection: Connection) => void)[];
}

/**
 * Makes the slots.
 *
 * @param limits Connections of one origin, and idle connections of all origins together: thousands of hosts in a
 * second must not use up the file descriptors.
 */
export function connectionSlots(
  open: (origin: string) => Connection,
  limits: { readonly perOrigin: number; readonly idle: number },
): ConnectionSlots {
  const lanes = new Map<string, Lane>();
  const idle = new Set<Connection>();
  const ending = new Set<Promise<void>>();

  function end(connection: Connection): void {
    const ended = connection.destroy(new Error("The connection is no longer needed."))
      .finally(() => ending.delete(ended));
    ending.add(ended);
  }

  function forgetIdle(connection: Connection): void {
    if (!idle.delete(connection)) return;
    const lane = lanes.get(connection.origin);
    lane?.idle.splice(lane.idle.indexOf(connection), 1);
    forgetUnused(connection.origin);
    end(connection);
  }

  function forgetUnused(origin: string): void {
    const lane = lanes.get(origin);
    // Nobody waits where nothing is lent.
    if (lane?.lent === 0 && lane.idle.length === 0) lanes.delete(origin);
  }

  function opened(origin: string): Connection {
    const connection = open(origin);
    connection.client.on("disconnect", () => forgetIdle(connection));
    return connection;
  }

  async function take(origin: string, signal: AbortSignal): Promise<Connection> {
    signal.throwIfAborted();
    const lane = lanes.get(origin) ?? { lent: 0, idle: [], waiting: [] };
    lanes.set(origin, lane);
    const used = lane.idle.pop();
    if (used === undefined && lane.lent === limits.perOrigin) return await turn(lane, signal);
    lane.lent++;
    if (used === undefined) return opened(origin);
    idle.delete(used);
    return used;
  }

  function give(connection: Connection, isReusable: boolean): void {
    const { origin, client } = connection;
    const isAlive = isReusable && client.stats.connected;
    if (!isAlive) end(connection);
    const lane = lanes.get(origin);
    if (lane === undefined) return;
    const next = lane.waiting.shift();
    if (next !== undefined) return next(isAlive ? connection : opened(origin));
    lane.lent--;
    if (isAlive) {
      lane.idle.push(connection);
      idle.add(connection);
      // Not the oldest: where there are more hosts than places, each would have lost its connection before its next turn.
      if (idle.size > limits.idle) forgetIdle(connection);
    }
    forgetUnused(origin);
  }

  return {
    take,
    give,
    close: async () => {
      for (const connection of idle) forgetIdle(connection);
      await Promise.all(ending);
    },
    origins: () => lanes.size,
  };
}

function turn(lane: Lane, signal: AbortSignal): Promise<Connection> {
  const { promise, resolve, reject } = Promise.withResolvers<Connection>();
  const leave = () => {
    const place = lane.waiting.indexOf(resolve);
    if (place === -1) return;
    lane.waiting.splice(place, 1);
    reject(signal.reason);
  };
  lane.waiting.push(resolve);
  signal.addEventListener("abort", leave, { once: true });
  return promise.finally(() => signal.removeEventListener("abort", leave));
}
