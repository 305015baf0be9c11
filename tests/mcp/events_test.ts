import assert from "node:assert/strict";
import type { ChangeLog } from "../../domain/dataset/change_log.ts";
import { compareReviews, type Review } from "../../domain/review.ts";
import { revisionWait } from "../../domain/snapshot/revision_wait.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { buildEndpoint } from "../../mcp/server.ts";
import { Sessions } from "../../mcp/protocol/sessions.ts";
import type { McpServices } from "../../mcp/mcp_services.ts";
import { initializeRpc, mcpPost, modernHeaders, modernRpc, rpc, rpcAnswer } from "../support/mcp/mcp_requests.ts";
import { businessOf, reviewOf } from "../support/reviews/review_of.ts";
import { ledgerEnd, TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

const [BAD, GOOD, HIDDEN] = [
  reviewOf({ native: "bad", rating: 1, text: "Late and rude.", source: "yelp" }),
  reviewOf({ native: "good", rating: 5, source: "google" }),
  reviewOf({ native: "hidden", rating: 2 }),
];
const START = { number: 3, hash: "00000003", stars: [0, 1, 0, 0, 0] };
const EMPTY: ChangeLog = { start: START, publications: [] };
const publication = (number: number, members: object) => ({
  number,
  hash: `0000000${number}`,
  at: `2026-11-2${number}T09:00:00Z`,
  stars: [1, 0, 0, 0, 1],
  added: [],
  changed: [],
  removed: [],
  business: false,
  ...members,
});
const LOG: ChangeLog = {
  start: START,
  publications: [
    publication(4, { added: [BAD.id, GOOD.id, HIDDEN.id], stars: [1, 1, 0, 0, 1] }),
    publication(5, { changed: [GOOD.id], business: true, stars: [1, 1, 0, 0, 1] }),
    publication(6, { removed: [HIDDEN.id] }),
  ],
};

function snapshotWith(log: ChangeLog, reviews: readonly Review[], revision: string): Snapshot {
  const dataset = {
    business: businessOf(),
    reviews: [...reviews].sort(compareReviews),
    operatorInsights: null,
    taxonomy: null,
  };
  const hidings = new Map([[HIDDEN.id, { on: "2026-11-26", reason: "spam" as const }]]);
  return { ...testSnapshot(dataset, revision, log), hidings, ledger: ledgerEnd(6) };
}

const BEFORE = snapshotWith(EMPTY, [HIDDEN], "before");
const AFTER = snapshotWith(LOG, [BAD, GOOD], "after");

function endpointOn(services: Partial<McpServices> = {}) {
  const sessions = new Sessions({
    secret: new Uint8Array(32),
    ended: { end: () => Promise.resolve(), hasEnded: () => Promise.resolve(false) },
  });
  return buildEndpoint({ site: TEST_SITE, snapshot: () => AFTER, ...services }, sessions);
}

interface Event {
  readonly name: string;
  readonly timestamp: string;
  readonly cursor: string;
  readonly data: {
    readonly id?: string;
    readonly url?: string;
    readonly review?: { readonly id: string };
    readonly review_count?: number;
  };
}

interface EventType {
  readonly name: string;
  readonly delivery: readonly string[];
  readonly inputSchema: { readonly type: string; readonly properties: object };
  readonly payloadSchema: { readonly type: string };
}

/** The members of all answers that the tests read. */
interface Result {
  readonly resultType: string;
  readonly capabilities: { readonly extensions: Readonly<Record<string, object>>; readonly events: object };
  readonly events: readonly Event[];
  readonly cursor: string;
  readonly truncated: boolean;
  readonly hasMore: boolean;
}

async function ask(method: string, params: object = {}, services: Partial<McpServices> = {}) {
  const answer = await endpointOn(services).fetch(mcpPost(modernRpc(method, params), modernHeaders(method)));
  return await rpcAnswer(answer) as unknown as {
    result: Result;
    error?: { code: number; message: string; data?: unknown };
  };
}

Deno.test("server/discover announces events in both formats, and older revisions have none", async () => {
  const { result } = await ask("server/discover");
  assert.deepEqual(result.capabilities.extensions["io.modelcontextprotocol/events"], {});
  assert.deepEqual(result.capabilities.events, {});
  const begun = await rpcAnswer(await endpointOn().fetch(mcpPost(initializeRpc())));
  assert.equal((begun.result?.capabilities as { events?: object }).events, undefined);
  const asked = await rpcAnswer(await endpointOn().fetch(mcpPost(rpc("events/list"))));
  assert.equal(asked.error?.code, -32601);
});

Deno.test("events/list names each event with its arguments, payload and deliveries", async () => {
  const { result } = await ask("events/list");
  const types = result.events as unknown as readonly EventType[];
  assert.equal(result.resultType, "complete");
  assert.deepEqual(types.map(({ name }) => name), [
    "review.published",
    "review.changed",
    "review.removed",
    "rating.changed",
  ]);
  for (const { delivery, inputSchema, payloadSchema } of types) {
    assert.deepEqual(delivery, ["poll", "push"]);
    assert.deepEqual([inputSchema.type, payloadSchema.type], ["object", "object"]);
  }
  assert.deepEqual(Object.keys(types[0]!.inputSchema.properties), [
    "max_rating",
    "min_rating",
    "source",
    "technician",
    "service",
    "aspect",
    "language",
  ]);
});

Deno.test("a poll returns events after a change-feed cursor, for each event and its arguments", async () => {
  const poll = async (name: string, args: object = {}, more: object = {}) => {
    const { result } = await ask("events/poll", { name, arguments: args, cursor: "3-0-00000003", ...more });
    return result;
  };
  const ids = (result: Result) => result.events.map(({ data }) => data.review?.id ?? data.id);
  const published = await poll("review.published");
  // A review hidden since then is reported by its removal alone.
  assert.deepEqual(ids(published), [BAD.id, GOOD.id]);
  assert.deepEqual([published.cursor, published.truncated, published.hasMore], ["6-0-00000006", false, false]);
  assert.equal(published.events[0]!.timestamp, "2026-11-24T09:00:00Z");
  assert.equal(published.events[0]!.data.url, `https://reviews.example/reviews/${BAD.id}`);
  assert.deepEqual(ids(await poll("review.published", { max_rating: 2 })), [BAD.id]);
  assert.deepEqual(ids(await poll("review.published", { source: "Google" })), [GOOD.id]);
  assert.deepEqual(ids(await poll("review.published", { language: "en", min_rating: 2 })), [GOOD.id]);
  assert.deepEqual(ids(await poll("review.changed")), [GOOD.id]);
  assert.deepEqual((await poll("review.removed")).events.map(({ data }) => data), [
    { id: HIDDEN.id, reason: "spam" },
  ]);
  const rating = await poll("rating.changed");
  assert.deepEqual(rating.events.map(({ cursor }) => cursor), ["4-0-00000004", "6-0-00000006"]);
  assert.equal(rating.events[1]!.data.review_count, 2);
  const first = await poll("review.published", {}, { maxEvents: 1 });
  assert.deepEqual([ids(first), first.hasMore], [[BAD.id], true]);
  const second = await ask("events/poll", { name: "review.published", cursor: first.cursor });
  assert.deepEqual(ids(second.result), [GOOD.id]);
  const now = () => Date.parse("2026-11-26T10:00:00Z");
  const recent = { name: "rating.changed", cursor: "3-0-00000003", maxAgeMs: 3_600_000 };
  assert.equal((await ask("events/poll", recent, { now })).result.events.length, 1);
});

Deno.test("a poll without a cursor begins now; a cursor of other data reports truncation", async () => {
  const begun = await ask("events/poll", { name: "review.published", cursor: null });
  assert.deepEqual([begun.result.events, begun.result.cursor, begun.result.truncated], [[], "6-0-00000006", false]);
  const other = await ask("events/poll", { name: "review.published", cursor: "4-0-ffffffff" });
  assert.deepEqual([other.result.events, other.result.cursor, other.result.truncated], [[], "6-0-00000006", true]);
});

Deno.test("unknown events, wrong arguments and webhooks are refused with the codes of the extension", async () => {
  const codes = async (method: string, params: object) => (await ask(method, params)).error?.code;
  assert.equal(await codes("events/poll", { name: "constructor" }), -32023);
  assert.equal(await codes("events/poll", { name: "review.published", arguments: { max_rating: 9 } }), -32602);
  assert.equal(await codes("events/poll", { name: "review.removed", arguments: { max_rating: 2 } }), -32602);
  assert.equal(await codes("events/poll", { name: "review.removed", cursor: "yesterday" }), -32602);
  assert.equal(await codes("events/poll", {}), -32602);
  assert.equal(await codes("events/subscribe", { name: "review.published" }), -32024);
  assert.equal(await codes("events/unsubscribe", { name: "review.published" }), -32024);
});

Deno.test("a stream sends new events as they are published, and ends with the service", async () => {
  let current = BEFORE;
  let beat = () => {};
  const revisions = revisionWait((_, run) => {
    beat = run;
    return () => {};
  });
  const endpoint = endpointOn({ snapshot: () => current, revisions });
  const message = modernRpc("events/stream", { name: "review.published", arguments: { max_rating: 2 } }, "s1");
  const answer = await endpoint.fetch(mcpPost(message, modernHeaders("events/stream")));
  assert.equal(answer.headers.get("content-type"), "text/event-stream");
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  const next = async () => {
    for (;;) {
      const found = /^data: (.+)$/m.exec(buffer);
      if (found !== null) {
        buffer = buffer.slice(found.index + found[0].length);
        return JSON.parse(found[1]!);
      }
      const { value, done } = await reader.read();
      assert.ok(!done, buffer);
      buffer += value;
    }
  };
  const active = await next();
  assert.deepEqual([active.method, active.params.cursor], ["notifications/events/active", "3-0-00000003"]);
  assert.equal(active.params._meta["io.modelcontextprotocol/subscriptionId"], "s1");
  beat();
  assert.equal((await next()).method, "notifications/events/heartbeat");
  current = AFTER;
  revisions.wake();
  const event = await next();
  assert.deepEqual([event.method, event.params.data.review.id], ["notifications/events/event", BAD.id]);
  revisions.close();
  const end = await next();
  assert.deepEqual([end.id, end.result.resultType], ["s1", "complete"]);
  await reader.cancel();
  await endpoint.close();
});

Deno.test("a stream ends when its client leaves", async () => {
  const stopped = Promise.withResolvers<void>();
  const revisions = revisionWait(() => () => stopped.resolve());
  const endpoint = endpointOn({ revisions });
  const message = modernRpc("events/stream", { name: "rating.changed" }, "s1");
  const answer = await endpoint.fetch(mcpPost(message, modernHeaders("events/stream")));
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  await stopped.promise;
  await endpoint.close();
});
