import { SERVICE } from "../../domain/service.ts";
import assert from "node:assert/strict";
import { LARGE, publishLargeDataset } from "../support/reviews/large_dataset.ts";
import { openStore } from "../../cli/service/store/open_store.ts";
import { readHead } from "../../domain/dataset/dataset_head.ts";
import { publishDataset } from "../../domain/dataset/publish_dataset.ts";
import { sampleDataset } from "../../domain/dataset/sample_dataset.ts";
import { ownDataset } from "../support/reviews/measured_dataset.ts";
import { startFailing, startServer } from "../support/service/test_server.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { filledStore } from "../support/hub/hub_under_test.ts";

Deno.test("the service serves sample data while its store is empty, and logs that", async () => {
  await using store = await tempStore();
  await using server = await startServer(store.kvPath);
  const { reviews } = await (await fetch(`${server.origin}/reviews.json`)).json();
  assert.deepEqual(reviews, sampleDataset().reviews);
  await server.logged(({ message }) => /fictional sample data/.test(String(message)));
  const said = server.log.map(({ message }) => message).join("\n");
  assert.match(said, /documentation at http.*\/docs/);
  assert.match(said, /deno task import/);
});

Deno.test("without a BASE_URL the service listens on this machine alone, with one on every address", async () => {
  await using store = await filledStore();
  for (const [BASE_URL, address] of [["", "127.0.0.1"], ["https://reviews.example", "0.0.0.0"]] as const) {
    await using server = await startServer(store.kvPath, { BASE_URL, HOST: "" });
    assert.deepEqual(server.log.flatMap(({ host }) => host ?? []), [address]);
  }
});

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

Deno.test("the service finishes running requests on SIGTERM and exits with 0", async () => {
  await using store = await tempStore();
  await publishLargeDataset(store.kvPath);
  await using server = await startServer(store.kvPath);
  const { port } = new URL(server.origin);
  using connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(port) });
  await connection.write(new TextEncoder().encode("GET /reviews.json HTTP/1.1\r\nHost: x\r\n\r\n"));
  const part = new Uint8Array(65_536);
  let length = await connection.read(part) ?? 0;
  server.kill("SIGTERM");
  await server.logged(({ message }) => message === "stopping");
  await assert.rejects(Deno.connect({ hostname: "127.0.0.1", port: Number(port) }), Deno.errors.ConnectionRefused);
  for (let read: number | null; (read = await connection.read(part)) !== null;) length += read;
  assert.ok(length > LARGE, `${length} bytes`);
  assert.equal(await server.exit, 0);
  assert.equal(server.log.at(-1)?.["message"], "stopped");
});

Deno.test("the service keeps its dataset over a SIGKILL", async () => {
  await using store = await filledStore();
  const etag = async (origin: string) =>
    (await fetch(`${origin}/reviews.json`, { method: "HEAD" })).headers.get("etag");
  const before = await startServer(store.kvPath);
  const first = await etag(before.origin);
  before.kill("SIGKILL");
  await before.exit;
  await using after = await startServer(store.kvPath);
  assert.equal(await etag(after.origin), first);
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

Deno.test("the service refuses a wrong environment with one line that names variable, value and what is allowed", async () => {
  const cases: readonly [Record<string, string>, RegExp][] = [
    [{ PORT: "eighty" }, /^PORT is "eighty"; allowed is a whole number from 0 to 65535\.$/],
    [{ PORT: "70000" }, /^PORT is "70000";/],
    [{ BASE_URL: "reviews.example" }, /^BASE_URL is "reviews.example"; allowed is an http or https URL/],
    [{ BASE_URL: "ftp://reviews.example" }, /^BASE_URL is/],
    [{ LOG_LEVEL: "loud" }, /^LOG_LEVEL is "loud"; allowed is one of debug, info, warn, error\.$/],
    [{ LOG_FORMAT: "xml" }, /^LOG_FORMAT is "xml"; allowed is one of pretty, json\.$/],
    [{ HOST: "a b" }, /^HOST is "a b";/],
    [{ HOST: "999.1.1.1" }, /^Cannot listen on 999\.1\.1\.1 port 0: this machine has no such address\./],
    ...["/path", "?", ",evil.example", "{$HOME}"].map((end): [Record<string, string>, RegExp] => [
      { BASE_URL: `https://reviews.example${end}` },
      /^BASE_URL is/,
    ]),
  ];
  for (const [environment, message] of cases) {
    const { code, stderr } = await startFailing(environment);
    assert.equal(code, 1);
    assert.match(stderr.trim(), message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
});

Deno.test("the service refuses a store that it cannot use with one line that names the path", async () => {
  await using store = await tempStore();
  await Deno.writeTextFile(store.kvPath, "this is no database, only text\n".repeat(100));
  for (const path of [store.kvPath, `${store.folder}/missing/reviews.kv`, store.folder]) {
    const { code, stderr } = await startFailing({ KV_PATH: path });
    assert.equal(code, 1);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
    assert.ok(stderr.includes(`Cannot use the store ${path}:`), stderr);
    assert.equal(stderr.includes("it is no file."), path === store.folder, stderr);
  }
});

Deno.test("the service names a port that another process holds", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  const { code, stderr } = await startFailing({ PORT: String(port) });
  assert.equal(code, 1);
  assert.equal(
    stderr.trim(),
    `Cannot listen on 127.0.0.1 port ${port}: another process listens there. Choose another PORT or HOST.`,
  );
});

Deno.test("the service has help, and refuses unknown options", async () => {
  const help = await startFailing({}, "--help");
  assert.equal(help.code, 0);
  assert.match(help.stdout, /^Serve the published reviews.*deno task start.*PORT/s);
  assert.equal((await startFailing({}, "--version")).stdout, `${SERVICE.version}\n`);
  const wrong = await startFailing({}, "--port=80");
  assert.equal(wrong.code, 1);
  assert.equal(wrong.stderr.trim(), '"--port=80" is not known; the service takes no options but --help and --version.');
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
