import type { Log } from "../log.ts";
import type { ServedPort } from "./served_port.ts";

const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * `Deno.serve`, which accepts without bounds. When it fails, as it does when there are no descriptors left, it goes on
 * answering on open connections, and a new one takes its place.
 */
export function plainServer(
  where: { readonly port: number; readonly hostname: string },
  handler: Deno.ServeHandler<Deno.NetAddr>,
  log: Log,
): ServedPort {
  const servers: Deno.HttpServer<Deno.NetAddr>[] = [];
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isStopping = false;

  function start(port: number): Deno.HttpServer<Deno.NetAddr> {
    const server = Deno.serve({ ...where, port, onListen: () => {} }, handler);
    servers.push(server);
    server.finished.catch((error) => startAnew(server.addr.port, error));
    return server;
  }

  function startAnew(port: number, error: unknown): void {
    if (isStopping) return;
    const wait = Math.min(SHORTEST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS);
    log.error("listening anew", { reason: String(error), after_milliseconds: wait });
    waiting = setTimeout(() => {
      try {
        start(port);
      } catch (error) {
        startAnew(port, error);
      }
    }, wait);
  }

  return {
    port: start(where.port).addr.port,
    connections: () => null,
    shutdown: async () => {
      isStopping = true;
      clearTimeout(waiting);
      await Promise.all(servers.map((server) => server.shutdown()));
    },
  };
}
