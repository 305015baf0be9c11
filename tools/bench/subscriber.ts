import { fileURLToPath } from "node:url";
import { pause, type Processes, replyToParent, startServer } from "./processes.ts";

type Listener = Deno.Listener<Deno.TcpConn | Deno.TlsConn>;

const DELIVERED = new TextEncoder().encode("HTTP/1.1 204 No Content\r\n\r\n");
const END_OF_HEADER = "\r\n\r\n";
const READ_BYTES = 65_536;

/**
 * Serves a subscriber that accepts every delivery, one after the other on a connection. Does as little work as
 * possible, because it shares the machine with the measured hub.
 *
 * @param delivered Called after each completely read delivery.
 * @param distanceMs Delay of the answer to a delivery in milliseconds, to simulate a remote subscriber.
 * @returns The port.
 */
function serveQuickly(listener: Listener, delivered: () => void, distanceMs = 0): number {
  return converseWithAll(listener, async (connection) => {
    const bytes = new Uint8Array(READ_BYTES);
    const text = new TextDecoder("latin1");
    let header = "";
    let bodyLeft = 0;
    for (let read = await connection.read(bytes); read !== null; read = await connection.read(bytes)) {
      if (bodyLeft > 0) bodyLeft -= read;
      else {
        header += text.decode(bytes.subarray(0, Math.min(read, 2048)));
        const end = header.indexOf(END_OF_HEADER);
        if (end === -1) continue;
        const length = Number(/^content-length: *(\d+)/im.exec(header)?.[1]);
        bodyLeft = length + end + END_OF_HEADER.length - read;
        header = "";
      }
      if (bodyLeft > 0) continue;
      if (distanceMs > 0) await pause(distanceMs);
      await connection.write(DELIVERED);
      delivered();
    }
  });
}

/** Serves a subscriber that never answers. Returns the port. */
function serveNothing(listener: Listener): number {
  const buffer = new Uint8Array(READ_BYTES);
  return converseWithAll(listener, async (connection) => {
    while (await connection.read(buffer) !== null);
  });
}

function converseWithAll(listener: Listener, converse: (connection: Deno.Conn) => Promise<void>): number {
  void (async () => {
    for await (const connection of listener) {
      // Ignores the rejection when the hub ends the connection.
      void converse(connection).catch(() => {}).finally(() => connection.close());
    }
  })();
  return (listener.addr as Deno.NetAddr).port;
}

/** Ports of a subscriber in a separate process, all on 127.0.0.1. */
export type SubscriberPorts = ReturnType<typeof serveSubscriber>;

/** Folder with the certificate of the subscriber, for `*.subscriber.localhost`, and that of its authority. */
export const TLS_FOLDER = fileURLToPath(new URL("../../tests/fixtures/tls", import.meta.url));

/** Certificate of the authority that a client of the subscriber must trust. */
export const AUTHORITY = `${TLS_FOLDER}/ca.pem`;

// Delay of a remote subscriber, in milliseconds: about a round trip to another country.
const DISTANCE_MS = 30;
const GIVE_UP_AFTER_MS = 60_000;

/** Starts a subscriber in a separate process. */
export async function startSubscriber(processes: Processes): Promise<SubscriberPorts> {
  return (await startServer<typeof serveSubscriber>(processes, import.meta.url, [])).result;
}

/**
 * Waits until a subscriber has received `count` deliveries since the last call.
 *
 * @param port Its `report` port.
 * @returns Time at which each delivery had been read, in milliseconds since 1970.
 * @throws {DOMException} If they do not arrive within a minute.
 */
export async function arrivals(port: number, count: number): Promise<readonly number[]> {
  const signal = AbortSignal.timeout(GIVE_UP_AFTER_MS);
  return await (await fetch(`http://127.0.0.1:${port}/?count=${count}`, { signal })).json();
}

/** Serves a subscriber with any number of host names. Two ports accept every delivery, one never answers. */
function serveSubscriber() {
  const [cert = "", key = ""] = ["pem", "key"].map((end) => Deno.readTextFileSync(`${TLS_FOLDER}/subscriber.${end}`));
  const times: number[] = [];
  let wanted: { readonly count: number; readonly enough: () => void } | null = null;
  function delivered(): void {
    times.push(Date.now());
    if (wanted !== null && times.length >= wanted.count) wanted.enough();
  }
  async function report(request: Request): Promise<Response> {
    const count = Number(new URL(request.url).searchParams.get("count"));
    const { promise, resolve } = Promise.withResolvers<void>();
    wanted = { count, enough: resolve };
    if (times.length >= count) resolve();
    await promise;
    wanted = null;
    return Response.json(times.splice(0));
  }
  const anyPort = { hostname: "127.0.0.1", port: 0 };
  const tls = () => Deno.listenTls({ ...anyPort, cert, key });
  return {
    healthy: serveQuickly(tls(), delivered),
    /** Answers a delivery after 30 ms, as a remote callback does. */
    distant: serveQuickly(tls(), delivered, DISTANCE_MS),
    hanging: serveNothing(tls()),
    /** Serves the times of deliveries (see `arrivals`). */
    report: Deno.serve({ ...anyPort, onListen: () => {} }, report).addr.port,
  };
}

if (import.meta.main) await replyToParent(serveSubscriber);
