import { ConfigurationError } from "./configuration_value.ts";

/** A listening socket. */
export interface Listener {
  readonly port: number;
  /** Sets the request handler; to be called before anything is awaited, as requests get 503 until then. */
  readonly answer: (handler: Deno.ServeHandler) => void;
  /** Stops accepting requests and resolves when all have been answered. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Listens on a port. The handler is set later, because it needs the port, which the system chooses for port 0.
 *
 * @throws {ConfigurationError} If the address cannot be used.
 */
export function listen(port: number, hostname: string): Listener {
  let answer: Deno.ServeHandler = () => new Response(null, { status: 503 });
  // A closure, because `answer` is replaced later.
  const server = serve(port, hostname, (request, info) => answer(request, info));
  return {
    port: server.addr.port,
    answer: (handler) => void (answer = handler),
    shutdown: () => server.shutdown(),
  };
}

function serve(port: number, hostname: string, handler: Deno.ServeHandler): Deno.HttpServer<Deno.NetAddr> {
  try {
    return Deno.serve({ port, hostname, onListen: () => {} }, handler);
  } catch (error) {
    const reason = error instanceof Deno.errors.AddrInUse
      ? "another process listens there"
      : error instanceof Deno.errors.PermissionDenied
      ? "this user may not listen there"
      : "this machine has no such address";
    throw new ConfigurationError(`Cannot listen on ${hostname} port ${port}: ${reason}. Set PORT or HOST to others.`);
  }
}
