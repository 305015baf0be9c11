import assert from "node:assert/strict";
import type { REQUEST_DEADLINES } from "../../service/connection_configuration.ts";
import { LARGE, publishLargeDataset } from "../support/reviews/large_dataset.ts";
import { openConnections, startServer, type TestServer, within } from "../support/service/test_server.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { filledStore } from "../support/hub/hub_under_test.ts";

const FORM = "hub.mode=subscribe&hub.topic=x&hub.callback=https%3A%2F%2Fsubscriber.example%2F";
const POST = "POST /api/websub/hub HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n" +
  `Content-Length: ${FORM.length}\r\n\r\n`;

/** Returns the variable with other deadlines of requests. */
function deadlines(milliseconds: Partial<typeof REQUEST_DEADLINES>) {
  return { OTHER_SETTINGS: JSON.stringify(milliseconds) };
}

const PATIENT = deadlines({ headersMilliseconds: 3_600_000 });

async function health(origin: string): Promise<number> {
  using connections = await openConnections(origin, 1);
  return await connections.list[0]?.health() ?? 0;
}

async function assertStops(server: TestServer): Promise<void> {
  server.kill("SIGTERM");
  assert.equal(await server.exit, 0);
  assert.equal(server.log.at(-1)?.["message"], "stopped");
  assert.ok(!server.log.some(({ message }) => message === "some answers were cut off"));
}

/** Requests the large dataset and reads only the beginning. `rest` reads on and resolves to the total length. */
async function openAnswer(origin: string): Promise<Disposable & { readonly rest: () => Promise<number> }> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(origin).port) });
  await connection.write(new TextEncoder().encode("GET /reviews.json HTTP/1.1\r\nHost: localhost\r\n\r\n"));
  const part = new Uint8Array(65_536);
  let length = await connection.read(part) ?? 0;
  return {
    rest: async () => {
      for (let read: number | null; (read = await connection.read(part)) !== null;) length += read;
      return length;
    },
    [Symbol.dispose]: () => connection.close(),
  };
}

Deno.test("silent connections beyond the descriptor limit neither end the process nor lock other clients out", async () => {
  await using store = await filledStore();
  const limits = { DESCRIPTOR_LIMIT: "1024", ...PATIENT };
  await using server = await startServer(store.kvPath, limits, undefined, 1024);
  using silent = await openConnections(server.origin, 1100);
  assert.equal(await health(server.origin), 200);
  // 1024 minus 64 for deliveries and 64 for the rest, of which one client may have a quarter.
  const limit = (1024 - 128) / 4;
  // Counted, not named: a busy machine may accept them in another order.
  const closed = Promise.withResolvers<void>();
  let excess = 1100 - limit;
  for (const { ended } of silent.list) void ended.then(() => --excess === 0 && closed.resolve());
  await within("Closing what is too much", closed.promise);
  assert.ok(!server.log.some(({ not_accepted }) => not_accepted !== undefined));
  await assertStops(server);
});

Deno.test("the service continues when it has fewer descriptors than configured", async () => {
  await using store = await filledStore();
  const limits = { MAX_CONNECTIONS_PER_ADDRESS: "0", ...PATIENT };
  await using server = await startServer(store.kvPath, limits, undefined, 200);
  using _silent = await openConnections(server.origin, 400);
  assert.equal(await within("An answer", health(server.origin)), 200);
  await server.logged(({ reason }) => /Too many open files/.test(String(reason)));
  await assertStops(server);
});

Deno.test("where connections have no bounds, the service listens anew when descriptors run out, and a stop drains both", async () => {
  await using store = await tempStore();
  await publishLargeDataset(store.kvPath);
  // As on Deno Deploy.
  await using server = await startServer(store.kvPath, { DENO_DEPLOYMENT_ID: "d" }, undefined, 200);
  using early = await openAnswer(server.origin);
  {
    using _silent = await openConnections(server.origin, 250);
    await server.logged(({ message }) => message === "listening anew");
  }
  while (await health(server.origin) !== 200);
  using late = await openAnswer(server.origin);
  server.kill("SIGTERM");
  await server.logged(({ message }) => message === "stopping");
  assert.ok(await early.rest() > LARGE);
  assert.ok(await late.rest() > LARGE);
  assert.equal(await server.exit, 0);
  assert.equal(server.log.at(-1)?.["message"], "stopped");
});

Deno.test("connections that are silent, drip or idle are closed, and others are answered meanwhile", async () => {
  await using store = await filledStore();
  // Longer than it takes to open the connections on a busy machine.
  const limits = { IDLE_TIMEOUT_SECONDS: "4", ...deadlines({ headersMilliseconds: 4000, bodyMilliseconds: 4000 }) };
  await using server = await startServer(store.kvPath, limits);
  using silent = await openConnections(server.origin, 1);
  using dripping = await openConnections(server.origin, 1, { bytes: "GET /healthz HT" });
  using posting = await openConnections(server.origin, 1, { bytes: POST + FORM.slice(0, 5) });
  using idle = await openConnections(server.origin, 2);
  const [done, another] = idle.list;
  assert.deepEqual([await done?.health(), await another?.health()], [200, 200]);
  another?.write("GET /healthz HT");
  const all = [silent, dripping, posting, idle].flatMap(({ list }) => list);
  await within("Closing them", Promise.all(all.map(({ ended }) => ended)));
  assert.equal(await health(server.origin), 200);
  await server.logged(({ path }) => path === "/api/websub/hub");
  assert.deepEqual(server.log.filter(({ level }) => level !== "info"), []);
});

Deno.test("a client's connections displace only its own; a trusted proxy's count for no client", async () => {
  await using store = await filledStore();
  for (const proxy of [false, true]) {
    const limits = { MAX_CONNECTIONS: "60", MAX_CONNECTIONS_PER_ADDRESS: "10" };
    const environment = { ...limits, ...proxy ? { TRUSTED_PROXIES: "127.0.0.9/32" } : {} };
    await using server = await startServer(store.kvPath, environment);
    using others = await openConnections(server.origin, 5, { address: "127.0.0.2" });
    using many = await openConnections(server.origin, 30, { address: "127.0.0.9" });
    assert.deepEqual(await Promise.all(others.list.map(({ health }) => health())), [200, 200, 200, 200, 200]);
    const expected = many.list.map((_, at) => proxy || at >= 20 ? 200 : 0);
    assert.deepEqual(await Promise.all(many.list.map(({ health }) => health())), expected);
  }
});

Deno.test("a stop waits for a request body that is being received", async () => {
  await using store = await filledStore();
  await using server = await startServer(store.kvPath);
  using posting = await openConnections(server.origin, 1, { bytes: POST + FORM.slice(0, 5) });
  using silent = await openConnections(server.origin, 1);
  // Requests on a connection that was opened later are answered, so the first is being served.
  assert.equal(await health(server.origin), 200);
  server.kill("SIGTERM");
  await silent.list[0]?.ended;
  posting.list[0]?.write(FORM.slice(5));
  await posting.list[0]?.ended;
  assert.equal(await server.exit, 0);
  assert.match(posting.list[0]?.received() ?? "", /^HTTP\/1\.1 400 [^]*hub\.topic/);
  assert.equal(server.log.at(-1)?.["message"], "stopped");
});

Deno.test("if Deno cannot serve single connections, the service still serves the port and logs that", async () => {
  await using store = await filledStore();
  const preload = `${import.meta.dirname}/../support/service/changed_deno.ts`;
  await using server = await startServer(store.kvPath, {}, preload);
  assert.equal(await health(server.origin), 200);
  await server.logged(({ level, message }) => level === "warn" && /they have no bounds/.test(String(message)));
  await assertStops(server);
});
