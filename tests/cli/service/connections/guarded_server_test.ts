import assert from "node:assert/strict";
import { guardedServer } from "../../../../cli/service/connections/guarded_server.ts";
import { findServeConnection } from "../../../../cli/service/connections/serve_connection.ts";
import { createLog } from "../../../../cli/service/log.ts";

const LIMITS = {
  total: 10,
  perAddress: 0,
  headersMilliseconds: 300,
  bodyMilliseconds: 300,
  idleMilliseconds: 300,
};

Deno.test("a request that waits while the process is held up is answered, however late", async () => {
  const serve = await findServeConnection();
  assert.ok(serve !== null);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const log = createLog({ level: "error", format: "json", write: () => {}, now: () => new Date() });
  const server = guardedServer({
    listener,
    serve,
    limits: LIMITS,
    isTrustedProxy: () => false,
    handler: () => new Response(null, { status: 204, headers: { connection: "close" } }),
    log,
  });
  const answers: string[] = [];
  for (let round = 0; round < 2; round++) {
    using client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
    // The connection is accepted, and the request is in the socket.
    await new Promise((resolve) => setTimeout(resolve));
    await client.write(new TextEncoder().encode("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"));
    const end = performance.now() + 3 * LIMITS.headersMilliseconds;
    while (performance.now() < end);
    const answer = new Uint8Array(100);
    const length = await client.read(answer).catch(() => null);
    answers.push(new TextDecoder().decode(answer.subarray(0, length ?? 0)).slice(0, 12));
  }
  await server.shutdown();
  assert.deepEqual(answers, Array.from({ length: 2 }, () => "HTTP/1.1 204"));
});
