import { knownLength } from "../../../routes/request/request_log.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import type { Log } from "../log.ts";
import type { Connection, Exchange } from "./connection.ts";
import { ConnectionGuard } from "./connection_guard.ts";
import { closingSignal, type ConnectionServer, type ServeConnection } from "./serve_connection.ts";

/** A server of a port. `finished` rejects when it can accept no more; what it has accepted is still served. */
export type PortServer = Pick<Deno.HttpServer<Deno.NetAddr>, "addr" | "finished" | "shutdown">;

/** The parts of a server that accepts connections itself. */
export interface GuardedServerParts {
  readonly listen: (port: number) => Deno.TcpListener;
  readonly serve: ServeConnection;
  readonly limits: ConnectionLimits;
  /** Whether an address is a proxy, whose connections are those of many clients. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly handler: Deno.ServeHandler<Deno.NetAddr>;
  readonly log: Log;
}

/** A server that bounds its connections. */
export interface GuardedServer {
  /** Listens on a port; port 0 lets the system choose. */
  readonly start: (port: number) => PortServer;
  /** How many connections are open. */
  readonly connections: () => number;
}

const LOOK_EVERY_MS = 250;
const REPORT_EVERY_MS = 60_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** Shorter answers of known length are not streams, or end soon. */
const PACED_FROM_BYTES = 1_048_576;
/** Other errors in a row before the listener counts as failed. */
const MOST_UNKNOWN = 100;
/** Errors of accept(2) that last until something is closed: descriptors or memory have run out. */
const EXHAUSTED: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);
/** Errors of accept(2) about one connection that its client broke off. The next connection can be accepted at once. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ENOTCONN", "ECONNRESET", "ECONNABORTED", "EPROTO"]);
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** Accepts connections as far as a guard lets it, and has Deno's HTTP server answer on each. */
export function guardedServer(parts: GuardedServerParts): GuardedServer {
  const { listen, serve, limits, isTrustedProxy, handler, log } = parts;
  // The time that this process was not held up: after a pause, what clients have sent is still to be read, and closing
  // their connections for it would leave them without an answer.
  let [heldUp, lookedAt] = [0, performance.now()];
  // Not looked up for every request, which would take a hundredth of its time.
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
    // After a pause the next look finds out how long it was.
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
    // It is rejected when the client breaks the connection off, which is nobody's fault here.
    server.finished.then(leave, leave);
  }

  /** Tells a connection of every request and its answer. Synchronous answers stay synchronous. */
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

  /** Resolves when the server stops. Rejects when the listener fails again and again. */
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
        // Waiting here would keep everybody else waiting: thirty resets stopped the service for 26 seconds.
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

  /** Logs a lockout when it begins, everything else once a minute: a flood must not become one of the log. */
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

/** The same answer. Its exchange learns what the client has taken of it, or of a short one what it has to take. */
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
      // The client has the end of the answer still to take.
      exchange.send(value?.length ?? 0);
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(body, { status: answer.status, headers: answer.headers });
}
