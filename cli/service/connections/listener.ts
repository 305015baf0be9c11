import type { ConnectionLimits } from "../connection_configuration.ts";
import { ConfigurationError } from "../configuration_value.ts";
import type { Log } from "../log.ts";
import { guardedServer } from "./guarded_server.ts";
import { keepServing, plainServer, type ServedPort } from "./port_server.ts";
import { findServeConnection } from "./serve_connection.ts";

/** A listening socket. */
export interface Listener extends ServedPort {
  /** How many connections are open; null where that is not known here. */
  readonly connections: () => number | null;
  /** Sets the request handler; to be called before anything is awaited, as requests get 503 until then. */
  readonly answer: (handler: Deno.ServeHandler<Deno.NetAddr>) => void;
}

/** Where to listen, and for whom. */
export interface ListenerOptions {
  readonly port: number;
  readonly hostname: string;
  /** null where something else looks after connections, as on Deno Deploy. */
  readonly limits: ConnectionLimits | null;
  /** Whether an address is a proxy, whose connections are those of many clients. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly log: Log;
}

/**
 * Listens on a port. The handler is set later, because it needs the port, which the system chooses for port 0.
 *
 * @throws {ConfigurationError} If the address cannot be used.
 */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { port, hostname, limits, isTrustedProxy, log } = options;
  let answer: Deno.ServeHandler<Deno.NetAddr> = () => new Response(null, { status: 503 });
  // A closure, because `answer` is replaced later.
  const handler: Deno.ServeHandler<Deno.NetAddr> = (request, info) => answer(request, info);
  const serve = limits === null ? null : await findServeConnection();
  if (limits !== null && serve === null) {
    log.warn("this Deno cannot serve single connections, so they have no bounds", { deno: Deno.version.deno });
  }
  const guarded = limits === null || serve === null
    ? null
    : guardedServer({ listen: (port) => Deno.listen({ hostname, port }), serve, limits, isTrustedProxy, handler, log });
  try {
    const served = keepServing(port, guarded?.start ?? ((port) => plainServer(hostname, port, handler)), log);
    return {
      ...served,
      connections: () => guarded?.connections() ?? null,
      answer: (handler) => void (answer = handler),
    };
  } catch (error) {
    const reason = error instanceof Deno.errors.AddrInUse
      ? "another process listens there"
      : error instanceof Deno.errors.PermissionDenied
      ? "this user may not listen there"
      : "this machine has no such address";
    throw new ConfigurationError(`Cannot listen on ${hostname} port ${port}: ${reason}. Set PORT or HOST to others.`);
  }
}
