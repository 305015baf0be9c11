/** The server of one connection. */
export interface ConnectionServer {
  /** Settles when the connection has ended; rejects if the client broke it off. */
  readonly finished: Promise<void>;
  /** Finishes the answers under way and closes the connection. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Deno's HTTP server on one accepted connection, HTTP/1.1 or HTTP/2. It takes the connection over; the signal closes it
 * at once.
 */
export type ServeConnection = (
  connection: Deno.TcpConn,
  signal: AbortSignal,
  handler: Deno.ServeHandler<Deno.NetAddr>,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => ConnectionServer;

/**
 * A signal for {@linkcode ServeConnection}, and a function that gives it. When the connection has just ended by itself,
 * Deno's listener throws, and what a listener of a signal throws is uncaught and ends the process.
 */
export function closingSignal(): { readonly signal: AbortSignal; readonly close: () => void } {
  const controller = new AbortController();
  const { signal } = controller;
  const listen = signal.addEventListener.bind(signal);
  signal.addEventListener = (type: string, listener: EventListenerOrEventListenerObject, options?: object) => {
    listen(type, () => {
      try {
        if (typeof listener === "function") listener(new Event(type));
      } catch (error) {
        if (!(error instanceof Deno.errors.BadResource)) throw error;
      }
    }, options);
  };
  return { signal, close: () => controller.abort() };
}

const GIVE_UP_AFTER_MS = 5000;

/**
 * Finds {@linkcode ServeConnection}. Deno 2.9 builds `Deno.serve` from it but does not document it, so it counts as
 * found only after it has answered a request.
 *
 * @returns null if this Deno has none that works.
 */
export async function findServeConnection(): Promise<ServeConnection | null> {
  const internals = Reflect.get(Deno, Reflect.get(Deno, "internal") ?? "");
  const serve: ServeConnection | undefined = internals?.serveHttpOnConnection;
  if (typeof serve !== "function") return null;
  const tooLate = Promise.withResolvers<false>();
  const timer = setTimeout(() => tooLate.resolve(false), GIVE_UP_AFTER_MS);
  const works = await Promise.race([answers(serve).catch(() => false), tooLate.promise]);
  clearTimeout(timer);
  return works ? serve : null;
}

async function answers(serve: ServeConnection): Promise<boolean> {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using client = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  const empty = () => new Response(null, { status: 204 });
  const server = serve(await listener.accept(), new AbortController().signal, empty, empty, () => {});
  await client.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"));
  const answer = new Uint8Array(64);
  const length = await client.read(answer);
  await server.finished;
  return new TextDecoder().decode(answer.subarray(0, length ?? 0)).startsWith("HTTP/1.1 204");
}
