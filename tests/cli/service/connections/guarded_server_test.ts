import assert from "node:assert/strict";
import { guardedServer } from "../../../../cli/service/connections/guarded_server.ts";
import { keepServing } from "../../../../cli/service/connections/port_server.ts";
import { findServeConnection } from "../../../../cli/service/connections/serve_connection.ts";
import { createLog, type Log } from "../../../../cli/service/log.ts";

const LIMITS = {
  total: 10,
  perAddress: 0,
  headersMilliseconds: 300,
  bodyMilliseconds: 300,
  idleMilliseconds: 300,
};

/** A guarded server on a port of this machine. */
async function serverOf(log: Log, listen = (port: number) => Deno.listen({ hostname: "127.0.0.1", port })) {
  const serve = await findServeConnection();
  assert.ok(serve !== null);
  return guardedServer({
    listen,
    serve,
    limits: LIMITS,
    isTrustedProxy: () => false,
    handler: () => new Response(null, { status: 204, headers: { connection: "close" } }),
    log,
  });
}

/** Sends a request and resolves to the first 12 letters of the answer. */
async function statusLine(client: Deno.TcpConn): Promise<string> {
  await client.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const answer = new Uint8Array(100);
  const length = await client.read(answer).catch(() => null);
  return new TextDecoder().decode(answer.subarray(0, length ?? 0)).slice(0, 12);
}

Deno.test("a request that waits while the process is held up is answered, however late", async () => {
  const log = createLog({ level: "error", format: "json", write: () => {}, now: () => new Date() });
  const server = (await serverOf(log)).start(0);
  for (let round = 0; round < 2; round++) {
    using client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    // The connection is accepted, and the request is in the socket.
    await new Promise((resolve) => setTimeout(resolve));
    const answer = statusLine(client);
    const end = performance.now() + 3 * LIMITS.headersMilliseconds;
    while (performance.now() < end);
    assert.equal(await answer, "HTTP/1.1 204");
  }
  await server.shutdown();
});

Deno.test("a listener that fails for an unknown reason again and again is replaced, and its port is served", async () => {
  const lines: string[] = [];
  const replaced = Promise.withResolvers<void>();
  const log = createLog({
    level: "error",
    format: "json",
    write: (bytes) => {
      lines.push(new TextDecoder().decode(bytes));
      replaced.resolve();
    },
    now: () => new Date(),
  });
  let listeners = 0;
  const guarded = await serverOf(log, (port) => {
    const listener = Deno.listen({ hostname: "127.0.0.1", port });
    if (listeners++ === 0) listener.accept = () => Promise.reject(new Error("It is out of order."));
    return listener;
  });
  const server = keepServing(0, guarded.start, log);
  await replaced.promise;
  using client = await connected(server.port);
  assert.equal(await statusLine(client), "HTTP/1.1 204");
  await server.shutdown();
  assert.equal(listeners, 2);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? "", /"listening anew","reason":"Error: It is out of order\."/);
});

/** Connects as soon as somebody listens. */
async function connected(port: number): Promise<Deno.TcpConn> {
  for (;;) {
    try {
      return await Deno.connect({ hostname: "127.0.0.1", port });
    } catch (error) {
      if (!(error instanceof Deno.errors.ConnectionRefused)) throw error;
    }
  }
}
