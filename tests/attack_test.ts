import assert from "node:assert/strict";
import { connect, type Socket } from "node:net";
import { generateReviews } from "../bench/data/generate_reviews.ts";
import { publishImport } from "../cli/import/publish_import.ts";
import { readLedger } from "../domain/dataset/ledger.ts";
import { withStore } from "./support/hub/hub_under_test.ts";
import { modernHeaders, modernRpc, rpc } from "./support/mcp/mcp_requests.ts";
import { tempStore } from "./support/service/run_cli.ts";
import { openConnections, startServer, within } from "./support/service/test_server.ts";

const REVIEWS = 10_000;
/** Reviews of the first import; the second one adds the rest, so the feed has one long publication. */
const FIRST = 60;
const PLACES = 96;
const LEAVING = 32;
/** Generous for a slow machine: an answer takes a few milliseconds. */
const BOUND_MS = 1000;

/** Publishes two imports; resolves to the cursors after each. */
async function publishTwice(kvPath: string): Promise<readonly string[]> {
  const { business, reviews } = generateReviews(REVIEWS, 7);
  return await withStore(kvPath, async (kv) => {
    for (const part of [reviews.slice(-FIRST), reviews.slice(0, -FIRST)]) {
      const nothing = {
        place: null,
        insights: null,
        taxonomy: null,
        replace: false,
      } as const;
      await publishImport(kv, { ...nothing, business, reviews: part }, false);
    }
    return (await readLedger(kv, 1)).map(({ number, hash }) => `${number}-0-${hash.slice(0, 8)}`);
  });
}

function get(target: string, fields = ""): string {
  return `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n`;
}

function post(
  target: string,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string {
  const fields = Object.entries({
    "content-type": type,
    "content-length": String(body.length),
    ...headers,
  });
  return `POST ${target} HTTP/1.1\r\nHost: localhost\r\n${
    fields.map((field) => field.join(": ")).join("\r\n")
  }\r\n\r\n` +
    body;
}

function modern(method: string, params: object): string {
  return post(
    "/mcp",
    "application/json",
    JSON.stringify(modernRpc(method, params)),
    modernHeaders(method),
  );
}

function legacy(message: object): string {
  return post("/mcp", "application/json", JSON.stringify(message));
}

/** Every kind of request, at its most expensive. */
function requests(
  oldest: string,
  newest: string,
): Readonly<Record<string, string>> {
  const published = { name: "review.published", cursor: oldest };
  const search = rpc("tools/call", {
    name: "search_reviews",
    arguments: { query: "e", limit: 100 },
  });
  const hub = "hub.mode=subscribe&hub.topic=x&hub.callback=https%3A%2F%2Fsubscriber.example%2F";
  return {
    "events/stream": modern("events/stream", { ...published, maxEvents: 1 }),
    "subscriptions/listen": modern("subscriptions/listen", {
      notifications: { resourceSubscriptions: ["reviews://reviews.json"] },
    }),
    "GET /mcp": get("/mcp", "Accept: text/event-stream\r\n"),
    "/api/changes with wait": get(`/api/changes?cursor=${newest}&wait=60`),
    "events/poll of one event": modern("events/poll", {
      ...published,
      maxEvents: 1,
    }),
    "events/poll of rare events": modern("events/poll", {
      ...published,
      arguments: { max_rating: 1, language: "sv" },
    }),
    "events/poll of the rating": modern("events/poll", {
      ...published,
      name: "rating.changed",
    }),
    "/api/changes": get(`/api/changes?cursor=${oldest}&limit=1000`),
    "/api/changes, compressed": get(
      `/api/changes?cursor=${oldest}&limit=1000`,
      "Accept-Encoding: br\r\n",
    ),
    "search": get("/api/reviews/search?query=e&limit=100"),
    "since": get("/api/reviews/since/2000-01-01", "Accept-Encoding: gzip\r\n"),
    "/reviews.json": get("/reviews.json"),
    "/insights.json": get("/insights.json", "Accept-Encoding: gzip\r\n"),
    "a page": get("/summary", "Accept: text/html\r\n"),
    "tools/call": legacy(search),
    "resources/read": legacy(
      rpc("resources/read", { uri: "reviews://reviews.json" }),
    ),
    "a batch": legacy(Array.from({ length: 50 }, () => search)),
    "hub": post("/api/websub/hub", "application/x-www-form-urlencoded", hub),
    "half a body": post(
      "/api/websub/hub",
      "application/x-www-form-urlencoded",
      hub,
    ).slice(0, -5),
    "half a head": "GET /reviews.json HTTP/1.1\r\nHost: lo",
  };
}

/** Sends a request without reading its answer; resolves when it is sent. */
async function send(
  port: number,
  bytes: string,
  localAddress: string,
): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port, localAddress });
  // The service may close the connection.
  socket.on("error", () => {});
  await new Promise((resolve) => socket.once("close", resolve).write(bytes, resolve));
  return socket;
}

Deno.test("no kind of request holds up or locks out other clients, read or not, whether its client stays or leaves", async () => {
  await using store = await tempStore();
  const [oldest = "", newest = ""] = await publishTwice(store.kvPath);
  await using server = await startServer(store.kvPath, {
    MAX_CONNECTIONS: String(PLACES),
  });
  await server.logged(({ message }) => message === "hub started");
  const port = Number(new URL(server.origin).port);
  const faults: Record<string, string> = {};
  for (const [name, bytes] of Object.entries(requests(oldest, newest))) {
    const leaving = Array.from(
      { length: LEAVING },
      () => send(port, bytes, "127.0.0.9"),
    );
    for (const socket of await Promise.all(leaving)) socket.destroy();
    const staying = Array.from(
      { length: PLACES },
      (_, n) => send(port, bytes, `127.0.0.${10 + n % 8}`),
    );
    const held = await Promise.all(staying);
    const start = performance.now();
    using others = await openConnections(server.origin, 5, {
      address: "127.0.0.2",
    });
    const asked = Promise.all(others.list.map(({ health }) => health()));
    const statuses = await within(10 * BOUND_MS / 1000, name, asked).catch(
      String,
    );
    const took = performance.now() - start;
    if (took > BOUND_MS || String(statuses) !== "200,200,200,200,200") {
      faults[name] = `${statuses}, ${Math.round(took)} ms`;
    }
    if (Deno.env.has("SHOW")) {
      console.log(
        name,
        String(statuses),
        Math.round(took),
        (await Deno.readTextFile(`/proc/${server.pid}/status`)).match(
          /Vm(RSS|HWM):.*/g,
        ),
      );
    }
    for (const socket of held) socket.destroy();
  }
  assert.deepEqual(faults, {});
});
