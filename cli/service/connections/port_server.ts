import type { Log } from "../log.ts";

/** A port that is being served. */
export interface ServedPort {
  readonly port: number;
  /** Accepts no more connections and resolves when all requests have been answered. */
  readonly shutdown: () => Promise<void>;
}

/** A server of a port that may fail, such as `Deno.HttpServer`. */
export interface PortServer extends ServedPort {
  /** Rejects when it can accept no more connections. Those that are open are still served. */
  readonly finished: Promise<void>;
}

const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * Serves a port until it is shut down. When its server fails, as `Deno.serve` does when there are no descriptors left,
 * another one takes its place.
 *
 * @param start Starts a server; port 0 lets the system choose. What it throws for the first one is thrown here.
 */
export function keepServing(port: number, start: (port: number) => PortServer, log: Log): ServedPort {
  const servers: PortServer[] = [];
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isStopping = false;

  function begin(port: number): PortServer {
    const server = start(port);
    servers.push(server);
    server.finished.catch((error) => beginLater(server.port, error));
    return server;
  }

  function beginLater(port: number, error: unknown): void {
    if (isStopping) return;
    const wait = Math.min(SHORTEST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS);
    log.error("listening anew", { reason: String(error), after_milliseconds: wait });
    waiting = setTimeout(() => {
      try {
        begin(port);
      } catch (error) {
        beginLater(port, error);
      }
    }, wait);
  }

  return {
    port: begin(port).port,
    shutdown: async () => {
      isStopping = true;
      clearTimeout(waiting);
      await Promise.all(servers.map((server) => server.shutdown()));
    },
  };
}

/** `Deno.serve` on a port, which accepts connections without bounds. */
export function plainServer(hostname: string, port: number, handler: Deno.ServeHandler<Deno.NetAddr>): PortServer {
  const server = Deno.serve({ hostname, port, onListen: () => {} }, handler);
  return { port: server.addr.port, finished: server.finished, shutdown: () => server.shutdown() };
}
