import assert from "node:assert/strict";
import { request } from "node:http";
import { withStore } from "../support/hub/hub_under_test.ts";
import { publishImport } from "../support/import/publish_import.ts";
import { generateReviews } from "../support/reviews/generate_reviews.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { openConnections, processorSeconds, startServer, within } from "../support/service/test_server.ts";

/** Address of a trusted proxy, and of clients without it. */
const [PROXY, ATTACKER, READER] = ["127.0.0.8", "127.0.0.9", "127.0.0.10"];
/** Maximum memory that the attack adds, in bytes: 17 MB with the limit of all bodies, 126 MB or more without it. */
const MOST_MEMORY = 40_000_000;
const CONNECTIONS = 500;
const CHUNKS = 300_000;
/** Maximum processor seconds for these chunks. Reading them all takes over five. */
const MOST_SECONDS = 1;
const FORM = "application/x-www-form-urlencoded";

/** Starts the service with 1,000 reviews, with the settings of memory that its task has. */
async function startService(kvPath: string) {
  const { business, reviews } = generateReviews(1000, 7);
  const nothing = { place: null, insights: null, taxonomy: null, replace: false } as const;
  await withStore(kvPath, (kv) => publishImport(kv, { ...nothing, business, reviews }, false));
  const environment = {
    TRUSTED_PROXIES: `${PROXY}/32`,
    DESCRIPTOR_LIMIT: "8000",
    MALLOC_ARENA_MAX: "2",
    MALLOC_MMAP_THRESHOLD_: "32768",
    MALLOC_TRIM_THRESHOLD_: "131072",
  };
  return await startServer(kvPath, environment, undefined, null, ["--v8-flags=--max-semi-space-size=4,--expose-gc"]);
}

function head(path: string, fields: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ Host: "localhost", ...fields }).map((field) => field.join(": "));
  return [`POST ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n");
}

/** Sends a small message; resolves to the status of the answer. */
function ping(origin: string, localAddress: string, fields: Readonly<Record<string, string>> = {}): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const options = { method: "POST", localAddress, headers: { "Content-Type": "application/json", ...fields } };
  request(`${origin}/mcp`, options, (answer) => resolve(answer.resume().statusCode ?? 0)).on("error", reject)
    .end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
  return promise;
}

/** Sends bytes; resolves to the beginning of the answer, which may come before all are sent. */
async function answerTo(origin: string, bytes: string): Promise<string> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port: Number(new URL(origin).port) });
  const left = new TextEncoder().encode(bytes);
  const send = async () => {
    for (let at = 0; at < left.length;) at += await connection.write(left.subarray(at));
  };
  const sent = send().catch(() => {});
  const part = new Uint8Array(4096);
  let answer = "";
  for (let length: number | null; (length = await connection.read(part)) !== null;) {
    answer += new TextDecoder().decode(part.subarray(0, length));
    if (/\r\n\r\n./.test(answer)) break;
  }
  connection.close();
  await sent;
  return answer;
}

/** Highest memory of a process so far, in bytes (`proc(5)`). */
async function highestMemory(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await Deno.readTextFile(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) * 1024;
}

const JSON_TYPE = { "Content-Type": "application/json" };
/** What each connection of an attack sends: nearly all of the longest body. */
const ATTACKS = {
  "of a declared length": [ATTACKER, head("/mcp", { ...JSON_TYPE, "Content-Length": "65536" }) + "x".repeat(65_000)],
  "in chunks through a trusted proxy": [
    PROXY,
    head("/mcp", { ...JSON_TYPE, "X-Forwarded-For": "198.51.100.7", "Transfer-Encoding": "chunked" }) +
    `400\r\n${"x".repeat(1024)}\r\n`.repeat(60),
  ],
} as const;

for (const [name, [address, bytes]] of Object.entries(ATTACKS)) {
  Deno.test({
    name: `unfinished bodies ${name} neither fill memory nor keep others from an answer`,
    ignore: Deno.build.os !== "linux",
    fn: async () => {
      await using store = await tempStore();
      await using server = await startService(store.kvPath);
      await server.logged(({ message }) => message === "hub started");
      const before = await highestMemory(server.pid);
      using connections = await openConnections(server.origin, CONNECTIONS, { address, bytes });
      using reader = await openConnections(server.origin, 1, { address: READER });
      assert.equal(await reader.list[0]?.health(), 200);
      const memory = await highestMemory(server.pid) - before;
      assert.ok(memory < MOST_MEMORY, String(memory));
      assert.equal(await ping(server.origin, READER), 200);
      assert.equal(await ping(server.origin, PROXY, { "X-Forwarded-For": "203.0.113.5" }), 200);
      const newest = connections.list.slice(CONNECTIONS / 2);
      await within("Refusing the newest", Promise.all(newest.map(({ ended }) => ended)));
      assert.ok(newest.every((one) => one.received().startsWith("HTTP/1.1 429 ")));
      assert.ok(connections.list.some((one) => one.isOpen()));
    },
  });
}

Deno.test({
  name: "a body of one-byte chunks is refused after some hundred, whatever path it is sent to",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using store = await tempStore();
    await using server = await startService(store.kvPath);
    await server.logged(({ message }) => message === "hub started");
    const bytes = "1\r\nx\r\n".repeat(CHUNKS);
    for (const [path, type] of [["/mcp", "application/json"], ["/api/websub/hub", FORM]] as const) {
      const start = await processorSeconds(server.pid);
      const fields = { "Content-Type": type, "Transfer-Encoding": "chunked" };
      assert.match(await answerTo(server.origin, head(path, fields) + bytes), /^HTTP\/1\.1 400 [^]*over 256 chunks/);
      assert.equal(await ping(server.origin, READER), 200);
      const spent = await processorSeconds(server.pid) - start;
      assert.ok(spent < MOST_SECONDS, `${spent} s for ${path}`);
    }
  },
});
