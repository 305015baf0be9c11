type Listener = Deno.Listener<Deno.TcpConn | Deno.TlsConn>;

const DELIVERED = new TextEncoder().encode("HTTP/1.1 204 No Content\r\n\r\n");
const END_OF_HEADER = "\r\n\r\n";
const READ_BYTES = 65_536;
const DRIP_EVERY_MS = 100;
const SLOW_ANSWER = new TextEncoder().encode("HTTP/1.1 204 No Content\r\nX-Filler: " + "x".repeat(1000) + "\r\n\r\n");

/**
 * Listens as a subscriber that confirms every intent and takes every delivery, one request after the other on a
 * connection. Does as little work as possible, because it shares the machine with the hub that is measured.
 *
 * @param delivered Called with each delivery that has been read whole.
 * @param distanceMs Delay of the answer to a delivery, as of a subscriber elsewhere.
 * @returns The port.
 */
export function serveQuickly(listener: Listener, delivered: () => void, distanceMs = 0): number {
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
        if (header.startsWith("GET ")) {
          await connection.write(confirmation(header));
          header = "";
          continue;
        }
        const length = Number(/^content-length: *(\d+)/im.exec(header)?.[1]);
        bodyLeft = length + end + END_OF_HEADER.length - read;
        header = "";
      }
      if (bodyLeft > 0) continue;
      if (distanceMs > 0) await new Promise((answer) => setTimeout(answer, distanceMs));
      await connection.write(DELIVERED);
      delivered();
    }
  });
}

/**
 * Listens as a subscriber that keeps the hub waiting: it never answers, or answers byte by byte, too slowly for any
 * deadline.
 *
 * @returns The port.
 */
export function serveSlowly(listener: Listener, manner: "hang" | "drip"): number {
  return converseWithAll(listener, async (connection) => {
    let timer: ReturnType<typeof setInterval> | undefined;
    let written = 0;
    const drip = () =>
      void connection.write(SLOW_ANSWER.subarray(written, ++written)).catch(() => clearInterval(timer));
    const buffer = new Uint8Array(READ_BYTES);
    try {
      while (await connection.read(buffer) !== null) {
        if (manner === "drip") timer ??= setInterval(drip, DRIP_EVERY_MS);
      }
    } finally {
      clearInterval(timer);
    }
  });
}

function converseWithAll(listener: Listener, converse: (connection: Deno.Conn) => Promise<void>): number {
  void (async () => {
    for await (const connection of listener) {
      // It rejects when the hub ends the connection.
      void converse(connection).catch(() => {}).finally(() => connection.close());
    }
  })();
  return (listener.addr as Deno.NetAddr).port;
}

function confirmation(header: string): Uint8Array<ArrayBuffer> {
  const [, target = ""] = header.split(" ");
  const challenge = new URL(target, "http://subscriber.localhost").searchParams.get("hub.challenge") ?? "";
  return new TextEncoder().encode(`HTTP/1.1 200 OK\r\nContent-Length: ${challenge.length}\r\n\r\n${challenge}`);
}
