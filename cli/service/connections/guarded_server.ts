import { knownLength } from "../../../routes/request/request_log.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import type { Log } from "../log.ts";
import type { Connection, Exchange } from "./connection.ts";
import { ConnectionGuard } from "./connection_guard.ts";

/** Server of a port. `finished` rejects when it can no longer accept; accepted connections are still served. */
export type PortServer = Pick<Deno.HttpServer<Deno.NetAddr>, "addr" | "finished" | "shutdown">;

/** The parts of a server that accepts connections itself. */
export interface GuardedServerParts {
  readonly listen: (port: number) => Deno.TcpListener;
  readonly serve: ServeConnection;
  readonly limits: ConnectionLimits;
  /** True for the address of a proxy, whose connections are those of many clients. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly handler: Deno.ServeHandler<Deno.NetAddr>;
  readonly log: Log;
}

/** A server that limits its connections. */
export interface GuardedServer {
  /** Listens on a port; port 0 lets the system choose. */
  readonly start: (port: number) => PortServer;
  /** Number of open connections. */
  readonly connections: () => number;
}

const LOOK_EVERY_MS = 250;
const REPORT_EVERY_MS = 60_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** Length from which an answer is paced. Shorter answers end soon. */
const PACED_FROM_BYTES = 1_048_576;

/** Number of unknown errors in a row after which the listener has failed. */
const MOST_UNKNOWN = 100;

/** Errors of accept(2) when descriptors or memory have run out. They last until something is closed. */
const EXHAUSTED: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

/** Errors of accept(2) about a connection that its client reset. The next one can be accepted at once. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ENOTCONN", "ECONNRESET", "ECONNABORTED", "EPROTO"]);

const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** Makes a server that accepts connections within the limits of a guard. Deno's HTTP server answers on each. */
export function guardedServer(parts: GuardedServerParts): GuardedServer {
  const { listen, serve, limits, isTrustedProxy, handler, log } = parts;
  // Time without pauses of this process. After a pause, what clients have sent is still to be read, so they are not late.
  let [heldUp, lookedAt] = [0, performance.now()];
  // Cached: reading the clock takes a hundredth of the time of a request.
  let time = lookedAt;
  const guard = new ConnectionGuard(limits, isTrustedProxy, () => time);
  const servers = new Map<Connection, ConnectionServer>();
  let isStopping = false;
  let reported = { at: -Infinity, refused: 0 };
  let failed: { readonly not_accepted?: number; readonly reason?: string } = {};

  function onError(error: unknown): Response {
    log.error("request failed", { reason: String(error) });
    return new Response(null, { status: 500 });
  }

  function take(tcp: Deno.TcpConn): void {
    // Bounded: after a pause the next look measures its length.
    time = Math.min(performance.now() - heldUp, time + LOOK_EVERY_MS);
    const closing = closingSignal();
    const connection = guard.admit(tcp.remoteAddr.hostname, closing.close);
    if (connection === null) return tcp.close();
    const leave = () => {
      servers.delete(connection);
      guard.leave(connection);
    };
    const server = serve(tcp, closing.signal, answering(connection), onError, () => {});
    servers.set(connection, server);
    // Rejects when the client resets the connection, which is no fault.
    server.finished.then(leave, leave);
  }

  /** Wraps the handler to note each request and its answer. Synchronous answers stay synchronous. */
  function answering(connection: Connection): Deno.ServeHandler<Deno.NetAddr> {
    return (request, info) => {
      const exchange = guard.begin(connection, !WITHOUT_BODY.has(request.method));
      if (exchange === null) return new Response(null, { status: 503, headers: { "retry-after": "1" } });
      const end = () => {
        guard.end(connection, exchange);
        if (isStopping) stopQuiet(connection);
      };
      info.completed.then(end, end);
      const answer = handler(request, info);
      if (answer instanceof Response) return sent(request, answer, exchange);
      return answer.then((answer) => sent(request, answer, exchange));
    };
  }

  function stopQuiet(connection: Connection): void {
    if (connection.requests === 0) servers.get(connection)?.shutdown().catch(() => {});
  }

  /** Accepts connections. Resolves when the server stops. Rejects when the listener fails repeatedly. */
  async function accept(opened: Deno.TcpListener): Promise<void> {
    using listener = opened;
    let [unknown, wait] = [0, SHORTEST_WAIT_MS];
    while (!isStopping) {
      try {
        take(await listener.accept());
        [unknown, wait] = [0, SHORTEST_WAIT_MS];
      } catch (error) {
        const code = error instanceof Error && "code" in error ? error.code : null;
        if (isStopping) return;
        // No delay here: with one, thirty resets stopped the service for 26 seconds.
        if (BROKEN_OFF.has(code)) continue;
        failed = { not_accepted: (failed.not_accepted ?? 0) + 1, reason: String(error) };
        if (EXHAUSTED.has(code)) {
          guard.outOfDescriptors();
          await new Promise((resolve) => setTimeout(resolve, wait));
          wait = Math.min(2 * wait, LONGEST_WAIT_MS);
        } else if (++unknown === MOST_UNKNOWN) throw error;
      }
    }
  }

  /** Logs a lockout when it begins, everything else once a minute, so that a flood does not flood the log. */
  function report(): void {
    const isNewLockout = reported.refused === 0 && guard.refused > 0;
    if (!isNewLockout && time - reported.at < REPORT_EVERY_MS) return;
    const turnedAway = guard.takeReport();
    if (turnedAway === null && failed.not_accepted === undefined) return;
    log.warn("no room for more connections", { ...turnedAway, ...failed, open: guard.open, room: guard.room });
    reported = { at: time, refused: turnedAway?.refused ?? 0 };
    failed = {};
  }

  function look(): void {
    const now = performance.now();
    const late = now - lookedAt - LOOK_EVERY_MS;
    lookedAt = now;
    if (late > LOOK_EVERY_MS) heldUp += late;
    time = now - heldUp;
    guard.closeLate();
    report();
  }

  const looking = setInterval(look, LOOK_EVERY_MS);
  return {
    connections: () => guard.open,
    start: (port) => {
      const listener = listen(port);
      return {
        addr: listener.addr,
        finished: accept(listener),
        shutdown: async () => {
          isStopping = true;
          clearInterval(looking);
          listener[Symbol.dispose]();
          const ends = [...servers.values()].map(({ finished }) => finished.catch(() => {}));
          for (const connection of servers.keys()) stopQuiet(connection);
          await Promise.all(ends);
        },
      };
    },
  };
}

/** Returns the same answer. Its exchange notes what the client takes, or of a short one its whole length. */
function sent(request: Request, answer: Response, exchange: Exchange): Response {
  const length = knownLength(request, answer);
  const isShort = length !== null && length < PACED_FROM_BYTES;
  exchange.send(isShort ? length : 0);
  if (isShort || answer.body === null) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      exchange.askForMore();
      const { done, value } = await reader.read();
      // Also at the end, which the client has still to take.
      exchange.send(value?.length ?? 0);
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

/** The server of one connection. */
interface ConnectionServer {
  /** Settles when the connection has ended; rejects if the client broke it off. */
  readonly finished: Promise<void>;
  /** Finishes the answers under way and closes the connection. */
  readonly shutdown: () => Promise<void>;
}

/**
 * Deno's HTTP server for one accepted connection, HTTP/1.1 or HTTP/2. It owns the connection. The signal closes it at
 * once.
 */
type ServeConnection = (
  connection: Deno.TcpConn,
  signal: AbortSignal,
  handler: Deno.ServeHandler<Deno.NetAddr>,
  onError: (error: unknown) => Response,
  onListen: () => void,
) => ConnectionServer;

/**
 * Makes a signal for {@linkcode ServeConnection} and the function that aborts it. If the connection has just ended,
 * Deno's abort listener throws, and an uncaught error of a listener would end the process.
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

const TRIED_WITHIN_MS = 5000;

/**
 * Finds {@linkcode ServeConnection}, from which Deno 2.9 builds `Deno.serve`. It is not documented, so it is used only
 * after it has answered a request.
 *
 * @returns Null if this Deno has none that works.
 */
export async function findServeConnection(): Promise<ServeConnection | null> {
  const internals = Reflect.get(Deno, Reflect.get(Deno, "internal") ?? "");
  const serve: ServeConnection | undefined = internals?.serveHttpOnConnection;
  if (typeof serve !== "function") return null;
  const tooLate = Promise.withResolvers<false>();
  const timer = setTimeout(() => tooLate.resolve(false), TRIED_WITHIN_MS);
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
