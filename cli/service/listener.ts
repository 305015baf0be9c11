import { ConfigurationError } from "./configuration_value.ts";

/** A port that is listened on. */
export interface Listener {
  readonly port: number;
  /** Says who answers requests; to be called before anything else is waited for. */
  readonly answer: (handler: Deno.ServeHandler) => void;
  /** Takes no more requests and resolves when all are answered. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Listens on a port. The handler comes later because it needs to know the port, which the system chooses for port 0.
 *
 * @throws {ConfigurationError} When nobody may listen there, or somebody does.
 */
export function listen(port: number, hostname: string): Listener {
  let answer: Deno.ServeHandler = () => new Response(null, { status: 503 });
  // Not `answer` itself, which is another one later.
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
