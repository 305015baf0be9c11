import { knownLength } from "../../../routes/request/request_log.ts";
import type { Log } from "../log.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import { ConnectionGuard, type GuardedConnection } from "./connection_guard.ts";
import type { ServedPort } from "./served_port.ts";
import { closingSignal, type ConnectionServer, type ServeConnection } from "./serve_connection.ts";

/** The parts of a server that accepts connections itself. */
export interface GuardedServerParts {
  readonly listener: Deno.TcpListener;
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
/** EMFILE and ENFILE, of the process and of the system. */
const OUT_OF_DESCRIPTORS = /os error 2[34]\b/;
const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** Accepts connections as far as a guard lets it, and has Deno's HTTP server answer on each. */
export function guardedServer(parts: GuardedServerParts): ServedPort {
  const { listener, serve, limits, isTrustedProxy, handler, log } = parts;
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

  async function accept(): Promise<void> {
    for (let failures = 0; !isStopping;) {
      try {
        take(await listener.accept());
        failures = 0;
      } catch (error) {
        if (isStopping) return;
        const reason = String(error);
        if (OUT_OF_DESCRIPTORS.test(reason)) guard.outOfDescriptors();
        failed = { times: failed.times + 1, reason };
        const wait = Math.min(SHORTEST_WAIT_MS * 2 ** failures++, LONGEST_WAIT_MS);
        await new Promise((resolve) => setTimeout(resolve, wait));
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
  void accept();
  return {
    port: listener.addr.port,
    connections: () => guard.open,
    shutdown: async () => {
      isStopping = true;
      clearInterval(looking);
      listener.close();
      const ends = [...servers.values()].map(({ finished }) => finished.catch(() => {}));
      for (const connection of servers.keys()) if (connection.isQuiet) stop(connection);
      await Promise.all(ends);
    },
  };
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
