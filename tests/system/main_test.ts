import { SERVICE } from "../../domain/service.ts";
import assert from "node:assert/strict";
import { openStore } from "../../service/store/open_store.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { ownDataset } from "../support/reviews/measured_dataset.ts";
import { startFailing, startServer } from "../support/service/test_server.ts";
import { runCli, tempStore } from "../support/service/run_cli.ts";
import { filledStore, withStore } from "../support/hub/hub_under_test.ts";

Deno.test("the service logs one line per request, without searched text or client address", async () => {
  await using store = await filledStore();
  await using server = await startServer(store.kvPath);
  await (await fetch(`${server.origin}/api/reviews/search?query=secret-word&mentions_technician=Jane`)).body?.cancel();
  await (await fetch(`${server.origin}/api/reviews/since/2026-01-01`)).body?.cancel();
  await (await fetch(`${server.origin}/jane@mail.example`, { headers: { "user-agent": "agent-name" } })).body?.cancel();
  await server.logged(({ path }) => path === "unknown");
  const requests = server.log.filter(({ message }) => message === "request");
  assert.deepEqual(requests.map(({ method, path, status }) => [method, path, status]), [
    ["GET", "/api/reviews/search", 200],
    ["GET", "/api/reviews/since/{date}", 200],
    ["GET", "unknown", 404],
  ]);
  assert.doesNotMatch(JSON.stringify(server.log), /secret-word|[Jj]ane|agent-name|2026-01-01"/);
});

Deno.test("the service serves a new revision that another process publishes, without one failed request", async () => {
  await using store = await tempStore();
  await using server = await startServer(store.kvPath);
  let [served, wrong] = [0, 0];
  let stop = false;
  const asking = (async () => {
    while (!stop || served <= 10) {
      const response = await fetch(`${server.origin}/reviews.json`);
      const { reviews, aggregate_rating } = await response.json();
      served++;
      if (response.status !== 200 || reviews.length !== aggregate_rating.review_count) wrong++;
    }
  })();
  const { kv } = await openStore(store.kvPath);
  for (const count of [100, 50, 120]) {
    const dataset = ownDataset({ reviews: sampleDataset().reviews.slice(0, count) });
    assert.equal((await publishDataset(kv, dataset, await readHead(kv), new Date())).outcome, "published");
    await server.logged(({ message, reviews }) => message === "dataset loaded" && reviews === count);
    const { aggregate_rating } = await (await fetch(`${server.origin}/reviews.json`)).json();
    assert.equal(aggregate_rating.review_count, count);
  }
  kv.close();
  stop = true;
  await asking;
  assert.ok(served > 10, `${served} requests`);
  assert.equal(wrong, 0);
});

function withHosts(hosts: readonly string[], status: number): [string, readonly number[]][] {
  return hosts.map((host) => [`GET /healthz HTTP/1.1\r\nHost: ${host}\r\n\r\n`, [status]]);
}

Deno.test("the service survives requests that no ordinary client sends", async () => {
  await using store = await filledStore();
  await using server = await startServer(store.kvPath);
  const query = new TextEncoder().encode("GET /api/reviews/search?query=");
  const end = new TextEncoder().encode(" HTTP/1.1\r\nHost: x\r\n\r\n");
  const requests: [string | Uint8Array, readonly number[]][] = [
    [`GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(500_000)}\r\n\r\n`, [200, 400, 431]],
    [`GET /${"a".repeat(100_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [400, 404, 414, 431]],
    [new Uint8Array([...query, 0xff, 0xfe, ...end]), [400]],
    [new Uint8Array([...query, 0x00, ...end]), [400]],
    ["POST /reviews.json HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nabc", [405]],
    ["OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", [404]],
    ["GET /healthz\r\n\r\n", [400]],
    ["\x16\x03\x01\r\n\r\n", [400]],
    // Deno 2.5 adds the path to this URL, and finds none in that without a host.
    ["GET http://x?q=1 HTTP/1.1\r\nHost: x\r\n\r\n", [200, 400]],
    ["GET /healthz HTTP/1.1\r\nHost: \r\n\r\n", [200, 404]],
    ["GET http://a@x/healthz HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    // The same host as before, with another path.
    ["GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", [200]],
    ["GET * HTTP/1.1\r\nHost: x/healthz?\r\n\r\n", [400]],
    ...withHosts(["x/healthz?", "x?", "x#", "a@x", "x\\healthz", "x y", "münchen.example"], 400),
    ...withHosts(["x", "x:80", "[::1]:80"], 200),
  ];
  for (const [request, allowed] of requests) {
    const status = await rawRequest(server.origin, request);
    assert.ok(allowed.includes(status), `${String(request).slice(0, 40)}: ${status}`);
  }
  const response = await fetch(`${server.origin}/healthz`);
  assert.equal(response.status, 200);
  await response.body?.cancel();
  assert.deepEqual(server.log.filter(({ level }) => level !== "info"), []);
});

Deno.test("the service and commands refuse a store that they cannot use with one line that names the path", async () => {
  await using store = await tempStore();
  await Deno.writeTextFile(store.kvPath, "this is no database, only text\n".repeat(100));
  const ends = [{ path: store.kvPath, ...await startFailing({ KV_PATH: store.kvPath }) }];
  for (const path of [store.kvPath, `${store.folder}/missing/reviews.kv`, store.folder]) {
    ends.push({ path, ...await runCli("export", [], path) });
  }
  for (const { path, code, stderr } of ends) {
    assert.equal(code, 1);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.ok(stderr.includes(`Cannot use the store ${path}:`), stderr);
    assert.equal(stderr.includes("it is no file."), path === store.folder, stderr);
  }
});

Deno.test("the service names an address on which it cannot listen, and leaves nothing in a new store", async () => {
  await using store = await tempStore();
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const held = await startFailing({ PORT: String(port), KV_PATH: store.kvPath });
  const foreign = await startFailing({ HOST: "999.1.1.1" });
  assert.deepEqual([held.code, foreign.code], [1, 1]);
  assert.equal(
    held.stderr.trim(),
    `Cannot listen on 127.0.0.1 port ${port}: another process listens there. Choose another PORT or HOST.`,
  );
  assert.match(foreign.stderr, /^Cannot listen on 999\.1\.1\.1 port 0: this machine has no such address\.[^\n]*\n$/);
  assert.deepEqual(await withStore(store.kvPath, (kv) => Array.fromAsync(kv.list({ prefix: [] }))), []);
});

Deno.test("the service has help and a version", async () => {
  const help = await startFailing({}, "--help");
  assert.equal(help.code, 0);
  assert.match(help.stdout, /^Serve the published reviews.*deno task start.*configuration\.md/s);
  assert.equal((await startFailing({}, "--version")).stdout, `${SERVICE.version}\n`);
});

/**
 * Sends raw bytes over a new connection and reads the status of the response.
 *
 * @returns The status code; 0 if the connection is closed without a response.
 */
async function rawRequest(origin: string, request: string | Uint8Array): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(origin).port) });
  const bytes = typeof request === "string" ? new TextEncoder().encode(request) : request;
  try {
    for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
  } catch (error) {
    // The server may refuse before it has read the whole request.
    if (!(error instanceof Deno.errors.BrokenPipe || error instanceof Deno.errors.ConnectionReset)) throw error;
  }
  const answer = new Uint8Array(512);
  const read = await connection.read(answer);
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(new TextDecoder().decode(answer.subarray(0, read ?? 0)))?.[1] ?? 0);
}
