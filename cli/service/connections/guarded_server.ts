import { knownLength } from "../../../routes/request/request_log.ts";
import type { Log } from "../log.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import { ConnectionGuard, type GuardedConnection } from "./connection_guard.ts";
import type { PortServer } from "./port_server.ts";
import { closingSignal, type ConnectionServer, type ServeConnection } from "./serve_connection.ts";

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

const LOOK_EVERY_MS = 250;
const REPORT_EVERY_MS = 60_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
/** Errors of accept(2) that last until something is closed: descriptors or memory have run out. */
const EXHAUSTED: ReadonlySet<string> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);
/** Errors of accept(2) about one connection that its client broke off. The next connection can be accepted at once. */
const BROKEN_OFF: ReadonlySet<string> = new Set(["ENOTCONN", "ECONNRESET", "ECONNABORTED", "EPROTO"]);
/** Other errors in a row before the listener counts as failed. */
const MOST_UNKNOWN = 100;
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** A server that bounds its connections. */
export interface GuardedServer {
  /** Listens on a port; port 0 lets the system choose. */
  readonly start: (port: number) => PortServer;
  /** How many connections are open. */
  readonly connections: () => number;
}

/** Accepts connections as far as a guard lets it, and has Deno's HTTP server answer on each. */
export function guardedServer(parts: GuardedServerParts): GuardedServer {
  const { listen, serve, limits, isTrustedProxy, handler, log } = parts;
  // The time that this process was not held up: after a pause, what clients have sent is still to be read, and closing
  // their connections for it would leave them without an answer.
  let [heldUp, lookedAt] = [0, performance.now()];
  // Not looked up for every request, which would take a hundredth of its time.
  let time = lookedAt;
  const guard = new ConnectionGuard(limits, isTrustedProxy, () => time);
  const servers = new Map<GuardedConnection, ConnectionServer>();
  let isStopping = false;
  let reportedAt = -Infinity;
  let failed = { times: 0, reason: "" };

  function onError(error: unknown): Response {
    log.error("request failed", { reason: String(error) });
    return new Response(null, { status: 500 });
  }

  function take(tcp: Deno.TcpConn): void {
    time = performance.now() - heldUp;
    const closing = closingSignal();
    const connection = guard.admit(tcp.remoteAddr.hostname, closing.close);
    if (connection === null) return tcp.close();
    const stopWhenQuiet = () => {
      if (isStopping && connection.isQuiet) stop(connection);
    };
    const leave = () => {
      servers.delete(connection);
      guard.leave(connection);
    };
    const server = serve(tcp, closing.signal, watched(handler, connection, stopWhenQuiet), onError, () => {});
    servers.set(connection, server);
    // It is rejected when the client breaks the connection off, which is nobody's fault here.
    server.finished.then(leave, leave);
  }

  function stop(connection: GuardedConnection): void {
    // Deno 2.5 waits for the first byte of a connection that has sent none.
    if (connection.hasAnswered) void servers.get(connection)?.shutdown().catch(() => {});
    else connection.close();
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
        const code = errorCode(error);
        if (isStopping) return;
        // Waiting here would keep everybody else waiting: thirty resets stopped the service for 26 seconds.
        if (BROKEN_OFF.has(code)) continue;
        failed = { times: failed.times + 1, reason: String(error) };
        if (EXHAUSTED.has(code)) {
          guard.outOfDescriptors();
          await new Promise((resolve) => setTimeout(resolve, wait));
          wait = Math.min(2 * wait, LONGEST_WAIT_MS);
        } else if (++unknown === MOST_UNKNOWN) throw error;
      }
    }
  }

  /** Told once a minute at most: a flood must not become one of the log. */
  function report(): void {
    const { refused, displaced } = guard.takeReport();
    const { times, reason } = failed;
    if (refused + displaced + times === 0) return;
    reportedAt = time;
    failed = { times: 0, reason: "" };
    const why = times === 0 ? {} : { not_accepted: times, reason };
    log.warn("no room for more connections", { refused, displaced, ...why, open: guard.open, room: guard.room });
  }

  function look(): void {
    const now = performance.now();
    const late = now - lookedAt - LOOK_EVERY_MS;
    lookedAt = now;
    if (late > LOOK_EVERY_MS) heldUp += late;
    time = now - heldUp;
    guard.closeLate();
    if (time - reportedAt >= REPORT_EVERY_MS) report();
  }

  const looking = setInterval(look, LOOK_EVERY_MS);
  return {
    connections: () => guard.open,
    start: (port) => {
      const listener = listen(port);
      return {
        port: listener.addr.port,
        finished: accept(listener),
        shutdown: async () => {
          isStopping = true;
          clearInterval(looking);
          listener[Symbol.dispose]();
          const ends = [...servers.values()].map(({ finished }) => finished.catch(() => {}));
          for (const connection of servers.keys()) if (connection.isQuiet) stop(connection);
          await Promise.all(ends);
        },
      };
    },
  };
}

function errorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Tells a connection of every request and its answer. Synchronous answers stay synchronous. */
function watched(
  handler: Deno.ServeHandler<Deno.NetAddr>,
  connection: GuardedConnection,
  onEnd: () => void,
): Deno.ServeHandler<Deno.NetAddr> {
  function end(hasBody: boolean, length: number): void {
    connection.end(hasBody, length);
    onEnd();
  }
  function answered(request: Request, info: Deno.ServeHandlerInfo<Deno.NetAddr>, hasBody: boolean, answer: Response) {
    const length = knownLength(request, answer);
    if (length !== null) end(hasBody, length);
    // A stream is being answered until it ends.
    else info.completed.then(() => end(hasBody, 0), () => end(hasBody, 0));
    return answer;
  }
  return (request, info) => {
    const hasBody = !WITHOUT_BODY.has(request.method);
    connection.begin(hasBody);
    const answer = handler(request, info);
    if (answer instanceof Response) return answered(request, info, hasBody, answer);
    return answer.then((answer) => answered(request, info, hasBody, answer), (error) => {
      end(hasBody, 0);
      throw error;
    });
  };
}
