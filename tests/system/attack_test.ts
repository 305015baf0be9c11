import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { generateReviews } from "../support/reviews/generate_reviews.ts";
import { publishImport } from "../support/import/publish_import.ts";
import { readLedger } from "../../domain/dataset/ledger.ts";
import { withStore } from "../support/hub/hub_under_test.ts";
import { modernHeaders, modernRpc, rpc } from "../support/mcp/mcp_requests.ts";
import { tempStore } from "../support/service/run_cli.ts";
import { openConnections, processorSeconds, startServer, within } from "../support/service/test_server.ts";

/** Reviews in all, and those of the first import. The second import is one long publication of the feed. */
const [REVIEWS, FIRST] = [10_000, 60];
/** Connections that the service may have. One client may have all of them. */
const PLACES = 32;
/**
 * Most processor seconds that the service may spend before others are answered: all requests of the attacker take some
 * tenths. Time on the clock would depend on what else the machine does.
 */
const MOST_SECONDS = 2;

/** Publishes two imports; resolves to the cursors after each. */
async function publishTwice(kvPath: string): Promise<readonly string[]> {
  const { business, reviews } = generateReviews(REVIEWS, 7);
  const nothing = { place: null, insights: null, taxonomy: null, replace: false } as const;
  return await withStore(kvPath, async (kv) => {
    await publishImport(kv, { ...nothing, business, reviews: reviews.slice(-FIRST) }, false);
    await publishImport(kv, { ...nothing, business, reviews: reviews.slice(0, -FIRST) }, false);
    return (await readLedger(kv, 1)).map(({ number, hash }) => `${number}-0-${hash.slice(0, 8)}`);
  });
}

const get = (target: string, fields = "") => `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;

function post(target: string, type: string, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const fields = Object.entries({ "Content-Type": type, "Content-Length": String(body.length), ...headers });
  const lines = [`POST ${target} HTTP/1.1`, "Host: localhost", ...fields.map((field) => field.join(": "))];
  return `${lines.join("\r\n")}\r\n\r\n${body}`;
}

const legacy = (message: object) => post("/mcp", "application/json", JSON.stringify(message));
const modern = (method: string, params: object) =>
  post("/mcp", "application/json", JSON.stringify(modernRpc(method, params)), modernHeaders(method));

/** Each kind of request at its most expensive, and those that would wait. */
function requestsAfter(oldest: string, newest: string): Readonly<Record<string, string>> {
  const search = rpc("tools/call", { name: "search_reviews", arguments: { query: "e", limit: 100 } });
  const subscription = "hub.mode=subscribe&hub.topic=x&hub.callback=https%3A%2F%2Fsubscriber.example%2F";
  const hub = post("/api/websub/hub", "application/x-www-form-urlencoded", subscription);
  const listened = { notifications: { resourceSubscriptions: ["reviews://reviews.json"] } };
  return {
    "subscriptions/listen": modern("subscriptions/listen", listened),
    "GET /mcp": get("/mcp", "Accept: text/event-stream\r\n"),
    "changes with wait": get(`/api/changes?cursor=${newest}&wait=60`),
    changes: get(`/api/changes?cursor=${oldest}&limit=1000`),
    "compressed changes": get(`/api/changes?cursor=${oldest}&limit=1000`, "Accept-Encoding: br\r\n"),
    search: get("/api/reviews/search?query=e&limit=100"),
    since: get("/api/reviews/since/2000-01-01", "Accept-Encoding: gzip\r\n"),
    reviews: get("/reviews.json"),
    page: get("/summary", "Accept: text/html\r\n"),
    "tools/call": legacy(search),
    "resources/read": legacy(rpc("resources/read", { uri: "reviews://reviews.json" })),
    hub,
    "half a body": hub.slice(0, -5),
    "half a head": get("/reviews.json").slice(0, -5),
  };
}

/** Sends a request and never reads the answer; resolves when it is sent. */
async function send(origin: string, bytes: string): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(origin).port), localAddress: "127.0.0.9" });
  // The service may refuse or close the connection.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve).write(bytes, resolve));
  return socket;
}

Deno.test({
  name: "no kind of request holds up or locks out others, whether its client leaves at once or stays without reading",
  ignore: Deno.build.os !== "linux",
  fn: noRequestHoldsUpOthers,
});

async function noRequestHoldsUpOthers(): Promise<void> {
  await using store = await tempStore();
  const [oldest = "", newest = ""] = await publishTwice(store.kvPath);
  await using server = await startServer(store.kvPath, {
    MAX_CONNECTIONS: String(PLACES),
    MAX_CONNECTIONS_PER_ADDRESS: String(PLACES),
  });
  await server.logged(({ message }) => message === "hub started");
  const faults: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(requestsAfter(oldest, newest))) {
    const sendAll = () => Promise.all(Array.from({ length: PLACES }, () => send(server.origin, bytes)));
    for (const socket of await sendAll()) socket.destroy();
    const staying = await sendAll();
    const start = await processorSeconds(server.pid);
    using others = await openConnections(server.origin, 5, { address: "127.0.0.2" });
    const answered = Promise.all(others.list.map(({ health }) => health()));
    const outcome = String(await within(name, answered, 120).catch(String));
    const spent = await processorSeconds(server.pid) - start;
    if (spent > MOST_SECONDS || outcome !== "200,200,200,200,200") faults[name] = `${outcome} after ${spent} s`;
    for (const socket of staying) socket.destroy();
  }
  assert.deepEqual(faults, {});
}
