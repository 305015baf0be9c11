const DRIP_EVERY_MS = 100;
const ANSWER = new TextEncoder().encode("HTTP/1.1 204 No Content\r\nX-Filler: " + "x".repeat(1000) + "\r\n\r\n");

/**
 * Listens as a subscriber that keeps the hub waiting: one that reads and never answers, or one that answers byte by
 * byte, too slowly for any deadline.
 *
 * @returns The port.
 */
export function serveSlowly(tls: Deno.TlsCertifiedKeyPem, manner: "hang" | "drip"): number {
  const listener = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...tls });
  async function converse(connection: Deno.TlsConn): Promise<void> {
    let timer: ReturnType<typeof setInterval> | undefined;
    try {
      let written = 0;
      const drip = () => void connection.write(ANSWER.subarray(written, ++written)).catch(() => clearInterval(timer));
      const buffer = new Uint8Array(65_536);
      while (await connection.read(buffer) !== null) {
        if (manner === "drip") timer ??= setInterval(drip, DRIP_EVERY_MS);
      }
    } catch {
      // The hub has had enough of it.
    } finally {
      clearInterval(timer);
      connection.close();
    }
  }
  void (async () => {
    for await (const connection of listener) void converse(connection);
  })();
  return listener.addr.port;
}
