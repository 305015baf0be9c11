import { knownLength } from "../../routes/request/request_log.ts";
import { collectGarbage } from "../../domain/buffers.ts";
import type { ConnectionLimits } from "../connection_configuration.ts";
import type { Log } from "../log.ts";
import type { Connection, Exchange } from "./connection.ts";
import { ConnectionGuard } from "./connection_guard.ts";

/** Server of a port. `finished` rejects when it can no longer accept; accepted connections are still served. */
export type PortServer = Pick<Deno.HttpServer<Deno.NetAddr>, "addr" | "finished" | "shutdown">;

interface GuardedServerParts {
  readonly listen: (port: number) => Deno.TcpListener;
  readonly serve: ServeConnection;
  readonly limits: ConnectionLimits;
  readonly isTrustedProxy: (address: string) => boolean;
  readonly handler: Deno.ServeHandler<Deno.NetAddr>;
  readonly log: Log;
}

const LOOK_EVERY_MS = 250;
/**
 * A collection follows this many closed connections, at most one in this time: V8 does not see their native memory, of
 * which floods of 500 connections left 20 MB each. A collection stops the service for 20 ms.
 */
const [CLOSED_FOR_COLLECTION, COLLECT_EVERY_MS] = [500, 5000];
const REPORT_EVERY_MS = 60_000;
const SHORTEST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1000;
const PACED_FROM_BYTES = 1_048_576;

const MOST_UNKNOWN = 100;

/** Errors of accept(2) when descriptors or memory have run out. They last until something is closed. */
const EXHAUSTED: ReadonlySet<unknown> = new Set(["EMFILE", "ENFILE", "ENOBUFS", "ENOMEM"]);

/** Errors of accept(2) about a connection that its client reset. The next one can be accepted at once. */
const BROKEN_OFF: ReadonlySet<unknown> = new Set(["ENOTCONN", "ECONNRESET", "ECONNABORTED", "EPROTO"]);

const WITHOUT_BODY: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "DELETE"]);

/** A server that accepts connections within the limits of a guard. Deno's HTTP server answers on each. */
export class GuardedServer {
  // Length of the pauses of this process. Data that clients sent during a pause is still unread, so they are not late.
  #heldUp = 0;
  #lookedAt = performance.now();
  /** Connections closed since the last collection. */
  #closed = 0;
  #collectedAt = 0;
  // Time without pauses. Cached: reading the clock takes a hundredth of the time of a request.
  #time = this.#lookedAt;
  readonly #guard: ConnectionGuard;
  readonly #servers = new Map<Connection, ConnectionServer>();
  #isStopping = false;
  #reported = { at: -Infinity, refused: 0 };
  #failed: { readonly not_accepted?: number; readonly reason?: string } = {};
  readonly #looking = setInterval(() => this.#look(), LOOK_EVERY_MS);

  constructor(private readonly parts: GuardedServerParts) {
    this.#guard = new ConnectionGuard(parts.limits, parts.isTrustedProxy, () => this.#time);
  }

  get connections(): number {
    return this.#guard.open;
  }

  /** Listens on a port; port 0 lets the system choose. */
  readonly start = (port: number): PortServer => {
    const listener = this.parts.listen(port);
    return {
      addr: listener.addr,
      finished: this.#accept(listener),
      shutdown: async () => {
        this.#isStopping = true;
        clearInterval(this.#looking);
        listener[Symbol.dispose]();
        const ends = [...this.#servers.values()].map(({ finished }) => finished.catch(() => {}));
        for (const connection of this.#servers.keys()) this.#stopQuiet(connection);
        await Promise.all(ends);
      },
    };
  };

  async #accept(opened: Deno.TcpListener): Promise<void> {
    using listener = opened;
    let [unknown, wait] = [0, SHORTEST_WAIT_MS];
    while (!this.#isStopping) {
      try {
        this.#take(await listener.accept());
        [unknown, wait] = [0, SHORTEST_WAIT_MS];
      } catch (error) {
        const code = error instanceof Error && "code" in error ? error.code : null;
        if (this.#isStopping) return;
        // No delay here: with one, thirty resets stopped the service for 26 seconds.
        if (BROKEN_OFF.has(code)) continue;
        this.#failed = { not_accepted: (this.#failed.not_accepted ?? 0) + 1, reason: String(error) };
        if (EXHAUSTED.has(code)) {
          this.#guard.outOfDescriptors();
          await new Promise((resolve) => setTimeout(resolve, wait));
          wait = Math.min(2 * wait, LONGEST_WAIT_MS);
        } else if (++unknown === MOST_UNKNOWN) throw error;
      }
    }
  }

  #take(tcp: Deno.TcpConn): void {
    // At most one interval ahead: if this process was paused, only the next check knows how long.
    this.#time = Math.min(performance.now() - this.#heldUp, this.#time + LOOK_EVERY_MS);
    const closing = closingSignal();
    const connection = this.#guard.admit(tcp.remoteAddr.hostname, closing.close);
    if (connection === null) return tcp.close();
    const leave = () => {
      this.#servers.delete(connection);
      this.#guard.leave(connection);
      this.#closed++;
    };
    const onError = (error: unknown) => {
      this.parts.log.error("request failed", { reason: String(error) });
      return new Response(null, { status: 500 });
    };
    const server = this.parts.serve(tcp, closing.signal, this.#answering(connection), onError, () => {});
    this.#servers.set(connection, server);
    // A client may reset the connection, which rejects this promise and is no fault.
    server.finished.then(leave, leave);
  }

  /** Wraps the handler to record each request and its answer. Synchronous answers stay synchronous. */
  #answering(connection: Connection): Deno.ServeHandler<Deno.NetAddr> {
    return (request, info) => {
      const hasBody = !WITHOUT_BODY.has(request.method);
      const exchange = this.#guard.begin(connection, hasBody);
      if (exchange === null) return new Response(null, { status: 503, headers: { "retry-after": "1" } });
      let isLast = false;
      const end = () => {
        this.#guard.end(connection, exchange);
        // Deno does not close it by itself before the rest of the body has come.
        if (isLast && connection.requests === 0) connection.close();
        else if (this.#isStopping) this.#stopQuiet(connection);
      };
      const send = (answer: Response) => {
        isLast = hasBody && answer.headers.get("connection") === "close";
        return sent(request, answer, exchange);
      };
      info.completed.then(end, end);
      const answer = this.parts.handler(request, info);
      return answer instanceof Response ? send(answer) : answer.then(send);
    };
  }

  #stopQuiet(connection: Connection): void {
    if (connection.requests === 0) this.#servers.get(connection)?.shutdown().catch(() => {});
  }

  #look(): void {
    const now = performance.now();
    const late = now - this.#lookedAt - LOOK_EVERY_MS;
    this.#lookedAt = now;
    if (late > LOOK_EVERY_MS) this.#heldUp += late;
    this.#time = now - this.#heldUp;
    this.#guard.closeLate();
    if (this.#closed >= CLOSED_FOR_COLLECTION && now - this.#collectedAt >= COLLECT_EVERY_MS) {
      collectGarbage();
      [this.#closed, this.#collectedAt] = [0, now];
    }
    this.#report();
  }

  /** Logs a lockout when it begins, everything else once a minute, so that a flood does not flood the log. */
  #report(): void {
    const { refused, open, room } = this.#guard;
    const isNewLockout = this.#reported.refused === 0 && refused > 0;
    if (!isNewLockout && this.#time - this.#reported.at < REPORT_EVERY_MS) return;
    const turnedAway = this.#guard.takeReport();
    if (turnedAway === null && this.#failed.not_accepted === undefined) return;
    this.parts.log.warn("no room for more connections", { ...turnedAway, ...this.#failed, open, room });
    this.#reported = { at: this.#time, refused: turnedAway?.refused ?? 0 };
    this.#failed = {};
  }
}

/** Returns the answer. Its exchange records the bytes that the client takes, or those of a short one at once. */
function sent(request: Request, answer: Response, exchange: Exchange): Response {
  const length = knownLength(request, answer);
  const isShort = length !== null && length < PACED_FROM_BYTES;
  exchange.send(isShort ? length : 0);
  if (isShort || answer.body === null) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read();
      // Also at the end, because the client must still take the last bytes.
      exchange.send(value?.length ?? 0);
      if (done) return controller.close();
      controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  }, { highWaterMark: 0 });
  return new Response(body, { status: answer.status, headers: answer.headers });
}

interface ConnectionServer {
  /** Settles when the connection has ended; rejects if the client broke it off. */
  readonly finished: Promise<void>;
  /** Finishes the unfinished answers and closes the connection. */
  readonly shutdown: () => Promise<void>;
}

/** Deno's HTTP server for one connection, HTTP/1.1 or HTTP/2, which it owns. The signal closes it at once. */
export type ServeConnection = (
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
function closingSignal(): { readonly signal: AbortSignal; readonly close: () => void } {
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
