/** A fault that the proxy causes. */
export type ProxyLoss =
  /** The commit reaches the store, and the client gets a 502. */
  | "answer"
  /** The commit reaches the store, and the connection ends before the answer. */
  | "connection"
  /** The commit reaches the store, and the connection ends within the answer: the client does not repeat it. */
  | "half_answer"
  /** The commit does not reach the store, and the client gets a 502. */
  | "commit";

/** All losses. */
export const PROXY_LOSSES: readonly ProxyLoss[] = ["answer", "connection", "half_answer", "commit"];

/** Starts a proxy before a store that loses commits and answers. */
export function startLosingProxy(target: string) {
  let nth = 0;
  let lossOf: (nth: number) => ProxyLoss | null = () => null;
  const client = Deno.createHttpClient({ http2: false });
  const ending = new AbortController();

  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async (request) => {
    const { pathname } = new URL(request.url);
    const loss = pathname.endsWith("/atomic_write") ? lossOf(nth++) : null;
    const body = await request.bytes();
    if (loss === "commit") return new Response("lost", { status: 502 });
    const headers = new Headers(request.headers);
    for (const name of ["host", "content-length"]) headers.delete(name);
    const answer = await fetch(target + pathname, {
      method: request.method,
      headers,
      body,
      client,
      signal: ending.signal,
    });
    // The answer to a watch lasts as long as the client listens.
    if (pathname.endsWith("/watch")) return new Response(answer.body, { headers: answer.headers });
    const bytes = await answer.bytes();
    if (loss === "answer") return new Response("lost", { status: 502 });
    if (loss === "connection") wire.cut();
    const type = { "content-type": answer.headers.get("content-type") ?? "" };
    if (loss !== "half_answer") return new Response(bytes, { status: answer.status, headers: type });
    const half = new ReadableStream({
      pull: (controller) => {
        controller.enqueue(bytes.slice(0, 1));
        controller.error("cut");
      },
    });
    return new Response(half, { headers: type });
  });
  const wire = startWire(server.addr.port);
  return {
    url: `http://127.0.0.1:${wire.port}`,
    /** Number of commits that were sent through the proxy, with repeated ones. */
    commits: () => nth,
    /** Sets the fault of the nth commit from now on, counted from 0; null for none. */
    lose: (next: (nth: number) => ProxyLoss | null) => {
      nth = 0;
      lossOf = next;
    },
    [Symbol.asyncDispose]: async () => {
      ending.abort();
      await wire.end();
      await server.shutdown();
      client.close();
    },
  };
}

type Bytes = TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

/**
 * Passes connections on to a port, byte by byte, and can cut them all.
 *
 * @param through What the bytes of each connection go through. An error cuts that connection.
 */
export function startWire(
  port: number,
  through: () => { readonly requests: Bytes; readonly answers: Bytes } = () => ({
    requests: new TransformStream(),
    answers: new TransformStream(),
  }),
) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const passing = new Set<Promise<unknown>>();

  async function pass(inner: Deno.TcpConn): Promise<void> {
    open.add(inner);
    const outer = await Deno.connect({ hostname: "127.0.0.1", port });
    open.add(outer);
    const { requests, answers } = through();
    const ways = [
      inner.readable.pipeThrough(requests).pipeTo(outer.writable),
      outer.readable.pipeThrough(answers).pipeTo(inner.writable),
    ];
    const cutBoth = () => Promise.all([inner, outer].map(cutOff));
    await Promise.allSettled(ways.map((way) => way.catch(cutBoth)));
    for (const end of [inner, outer]) open.delete(end);
  }

  function cut(): void {
    for (const end of open) void cutOff(end);
  }

  const accepting = (async () => {
    for await (const inner of listener) {
      const passed: Promise<unknown> = pass(inner).finally(() => passing.delete(passed));
      passing.add(passed);
    }
  })();
  return {
    port: listener.addr.port,
    cut,
    end: async () => {
      listener.close();
      await accepting;
      cut();
      await Promise.all(passing);
    },
  };
}

/** Ends a connection so that the peer notices. Closing alone would wait for the pending read. */
async function cutOff(end: Deno.TcpConn): Promise<void> {
  await end.closeWrite().catch(() => {});
  try {
    end.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
