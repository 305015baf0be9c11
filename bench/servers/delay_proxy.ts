/** Ports of a proxy: of the proxy itself, and of the server that answers with its number of round trips. */
export interface ProxyPorts {
  readonly port: number;
  readonly counterPort: number;
}

/**
 * Serves a network between the service and its store: every piece of a request arrives some milliseconds later. Counts
 * round trips: a request that follows an answer on the same connection begins a new one.
 *
 * @param target Port of the store.
 */
export function serveDelayed(target: number, delayMilliseconds: number): ProxyPorts {
  let roundTrips = 0;
  async function pass(inner: Deno.TcpConn): Promise<void> {
    const outer = await Deno.connect({ hostname: "127.0.0.1", port: target });
    inner.setNoDelay(true);
    outer.setNoDelay(true);
    let isAnswered = true;
    const requests = new TransformStream<Uint8Array, Uint8Array>({
      transform: async (bytes, controller) => {
        if (isAnswered) roundTrips++;
        isAnswered = false;
        if (delayMilliseconds > 0) await new Promise((resolve) => setTimeout(resolve, delayMilliseconds));
        controller.enqueue(bytes);
      },
    });
    const answers = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, controller) => {
        isAnswered = true;
        controller.enqueue(bytes);
      },
    });
    await Promise.allSettled([
      inner.readable.pipeThrough(requests).pipeTo(outer.writable),
      outer.readable.pipeThrough(answers).pipeTo(inner.writable),
    ]);
  }
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const quiet = { hostname: "127.0.0.1", port: 0, onListen: () => {} };
  const counter = Deno.serve(quiet, () => new Response(String(roundTrips)));
  void (async () => {
    for await (const connection of listener) void pass(connection).catch(() => {});
  })();
  return { port: listener.addr.port, counterPort: counter.addr.port };
}
