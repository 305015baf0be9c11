const DELIVERED = new TextEncoder().encode("HTTP/1.1 204 No Content\r\n\r\n");
const END_OF_HEADER = "\r\n\r\n";
const READ_BYTES = 65_536;

/**
 * Listens as a subscriber that confirms every intent and takes every delivery, with as little work as can be: it shares
 * the machine with the hub that is measured, which those elsewhere do not. One request after the other on a connection.
 *
 * @param delivered Called with each delivery that has been read whole.
 * @param distanceMs How long it waits before it answers a delivery, as one elsewhere does.
 * @returns The port.
 */
export function serveQuickly(
  listener: Deno.Listener<Deno.TcpConn | Deno.TlsConn>,
  delivered: () => void,
  distanceMs = 0,
): number {
  async function converse(connection: Deno.Conn): Promise<void> {
    const bytes = new Uint8Array(READ_BYTES);
    const text = new TextDecoder("latin1");
    let header = "";
    let bodyLeft = 0;
    try {
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
    } catch {
      // The hub has ended the connection.
    } finally {
      connection.close();
    }
  }
  void (async () => {
    for await (const connection of listener) void converse(connection);
  })();
  return (listener.addr as Deno.NetAddr).port;
}

function confirmation(header: string): Uint8Array<ArrayBuffer> {
  const [, target = ""] = header.split(" ");
  const challenge = new URL(target, "http://subscriber.localhost").searchParams.get("hub.challenge") ?? "";
  return new TextEncoder().encode(`HTTP/1.1 200 OK\r\nContent-Length: ${challenge.length}\r\n\r\n${challenge}`);
}
