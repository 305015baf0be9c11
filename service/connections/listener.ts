import type { Store } from "../../domain/store/store.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import { ConfigurationError } from "../configuration_value.ts";
import type { Log } from "../log.ts";
import type { ReadVariable } from "../store/kv_location.ts";
import { findServeConnection, GuardedServer, type PortServer } from "./guarded_server.ts";

/** A served port. */
export interface ServedPort {
  readonly port: number;
  /** Stops accepting connections. Resolves when all requests have been answered. */
  readonly shutdown: () => Promise<void>;
}

/** A listening socket. */
export interface Listener extends ServedPort {
  readonly hostname: string;
  /** Sets the request handler. Call it before awaiting anything: requests get 503 until then. */
  readonly answer: (handler: Deno.ServeHandler<Deno.NetAddr>) => void;
  /** Number of open connections; null if unknown. */
  readonly connections: () => number | null;
}

interface ListenerOptions {
  readonly port: number;
  readonly hostname: string;
  /** Null if the host limits connections, as on Deno Deploy. */
  readonly limits: ConnectionLimits | null;
  /** True for the address of a proxy, whose connections are those of many clients. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly log: Log;
}

const PORT_KEY = ["service", "port"];

/** Keeps the port of a started service in its store, for programs that do not know its `PORT`. */
export async function keepPort(kv: Store, port: number): Promise<void> {
  if ((await kv.get(PORT_KEY)).value !== port) await kv.set(PORT_KEY, port);
}

/** Reads the port of the service that has started last; null before the first, and if `PORT` is set. */
export async function keptPort(kv: Store, variable: ReadVariable): Promise<number | null> {
  return variable("PORT") ? null : (await kv.get<number>(PORT_KEY)).value;
}

/** Listens, or takes the requests of a host that does. */
export type Listen = (options: ListenerOptions) => Promise<Listener>;

const SHORTEST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 5000;

/**
 * Listens on a port. The handler is set later because it needs the port, which the system chooses for port 0.
 *
 * @throws {ConfigurationError} If the address cannot be used.
 */
export async function listen({ port, hostname, limits, isTrustedProxy, log }: ListenerOptions): Promise<Listener> {
  let answer: Deno.ServeHandler<Deno.NetAddr> = () => new Response(null, { status: 503 });
  // A closure, because `answer` is replaced later.
  const handler: Deno.ServeHandler<Deno.NetAddr> = (request, info) => answer(request, info);
  const serve = limits === null ? null : await findServeConnection();
  if (limits !== null && serve === null) {
    log.warn("this version of Deno cannot serve single connections, so they have no bounds", {
      deno: Deno.version.deno,
    });
  }
  const listenOn = (port: number) => Deno.listen({ port, hostname });
  const guarded = limits && serve &&
    new GuardedServer({ listen: listenOn, serve, limits, isTrustedProxy, handler, log });
  try {
    const served = keepServing(port, guarded?.start ?? plainServer(hostname, handler), log);
    return {
      ...served,
      hostname,
      connections: () => guarded?.connections ?? null,
      answer: (handler) => void (answer = handler),
    };
  } catch (error) {
    const reason = error instanceof Deno.errors.AddrInUse
      ? "another process listens there"
      : error instanceof Deno.errors.PermissionDenied
      ? "this user may not listen there"
      : "this machine has no such address";
    throw new ConfigurationError(`Cannot listen on ${hostname} port ${port}: ${reason}. Choose another PORT or HOST.`);
  }
}

/** Makes a starter of `Deno.serve`, which does not limit connections. */
export function plainServer(hostname: string, handler: Deno.ServeHandler<Deno.NetAddr>): (port: number) => PortServer {
  return (port) => Deno.serve({ hostname, port, onListen: () => {} }, handler);
}

/**
 * Serves a port until it is shut down. Starts another server if one fails, as `Deno.serve` does without descriptors.
 *
 * @param start Starts a server; port 0 lets the system choose. An error of the first start is thrown.
 */
export function keepServing(port: number, start: (port: number) => PortServer, log: Log): ServedPort {
  const servers: PortServer[] = [];
  let failures = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isStopping = false;

  function begin(port: number): number {
    const server = start(port);
    servers.push(server);
    server.finished.catch((error) => beginLater(server.addr.port, error));
    return server.addr.port;
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
    port: begin(port),
    shutdown: async () => {
      isStopping = true;
      clearTimeout(waiting);
      await Promise.all(servers.map((server) => server.shutdown()));
    },
  };
}
