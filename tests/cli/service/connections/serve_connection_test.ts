import assert from "node:assert/strict";
import { closingSignal, findServeConnection } from "../../../../cli/service/connections/guarded_server.ts";

Deno.test("a connection that has ended by itself can still be closed", async () => {
  const serve = await findServeConnection();
  assert.ok(serve !== null);
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const client = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  const { signal, close } = closingSignal();
  const empty = () => new Response(null, { status: 204 });
  const server = serve(await listener.accept(), signal, empty, empty, () => {});
  client.close();
  await server.finished.catch(() => {});
  close();
  assert.ok(signal.aborted);
});

Deno.test("a connection is closed at once by its signal", async () => {
  const serve = await findServeConnection();
  assert.ok(serve !== null);
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  using client = await Deno.connect({ hostname: "127.0.0.1", port: listener.addr.port });
  const { signal, close } = closingSignal();
  const empty = () => new Response(null, { status: 204 });
  const server = serve(await listener.accept(), signal, empty, empty, () => {});
  close();
  await server.finished.catch(() => {});
  assert.equal(await client.read(new Uint8Array(1)), null);
});
