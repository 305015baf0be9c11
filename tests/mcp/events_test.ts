import fc from "fast-check";
import assert from "node:assert/strict";
import { changeCursor, type ChangeLog, endOf, readChangeCursor } from "../../domain/dataset/change_log.ts";
import { MOST_CHANGES } from "../../domain/queries/read_changes.ts";
import type { Review } from "../../domain/review.ts";
import type { Snapshot } from "../../domain/snapshot/snapshot.ts";
import { EVENT_TYPES, readEvents } from "../../mcp/events/event_types.ts";
import { buildEndpoint } from "../../mcp/server.ts";
import type { McpServices } from "../../mcp/mcp_services.ts";
import { initializeRpc, mcpPost, modernHeaders, modernRpc, rpc, rpcAnswer } from "../support/mcp/mcp_requests.ts";
import type { ApiSchema } from "../support/api/api_document.ts";
import { datasetOf, reviewOf } from "../support/reviews/review_of.ts";
import { ledgerEnd, TEST_SITE, testSnapshot } from "../support/service/test_app.ts";

const [BAD, GOOD, HIDDEN] = [
  reviewOf({ native: "bad", rating: 1, text: "Late and rude.", source: "yelp" }),
  reviewOf({ native: "good", rating: 5, source: "google" }),
  reviewOf({ native: "hidden", rating: 2 }),
];
const START = { number: 3, hash: "00000003", stars: [0, 1, 0, 0, 0] };
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
  const hidings = new Map([[HIDDEN.id, { on: "2026-11-26", reason: "spam" as const }]]);
  return { ...testSnapshot(datasetOf(reviews), revision, log), hidings, ledger: ledgerEnd(6) };
}

const AFTER = snapshotWith(LOG, [BAD, GOOD], "after");

function endpointOn(services: Partial<McpServices> = {}) {
  return buildEndpoint({ site: TEST_SITE, snapshot: () => AFTER, ...services });
}

type Event = Readonly<Record<"cursor", string>> & { readonly data: { readonly id?: string; review?: { id: string } } };
type EventType = Readonly<Record<"inputSchema" | "payloadSchema", ApiSchema>> & { name: string; delivery: string[] };

async function ask(method: string, params: object = {}, services: Partial<McpServices> = {}) {
  const answer = await endpointOn(services).fetch(mcpPost(modernRpc(method, params), modernHeaders(method)));
  return await answer.json();
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

Deno.test("events/list names each event with its arguments and payload, and polls as the only delivery", async () => {
  const { result } = await ask("events/list");
  assert.equal(result.resultType, "complete");
  const names = result.events.map(({ name }: EventType) => name);
  assert.deepEqual(names, ["review.published", "review.changed", "review.removed", "rating.changed"]);
  for (const { inputSchema, payloadSchema, delivery } of result.events as EventType[]) {
    assert.deepEqual([inputSchema.type, payloadSchema.type, delivery], ["object", "object", ["poll"]]);
  }
  const filters = Object.keys(result.events[0].inputSchema.properties).join(" ");
  assert.equal(filters, "max_rating min_rating source technician service aspect language");
});

Deno.test("a poll returns events after a change-feed cursor, for each event and its arguments", async () => {
  const poll = async (name: string, args: object = {}, more: object = {}) => {
    const { result } = await ask("events/poll", { name, arguments: args, cursor: "3-0-00000003", ...more });
    return result;
  };
  const ids = ({ events }: { events: readonly Event[] }) => events.map(({ data }) => data.review?.id ?? data.id);
  const published = await poll("review.published");
  // A review hidden since then is reported by its removal alone.
  assert.deepEqual(ids(published), [BAD.id, GOOD.id]);
  assert.deepEqual([published.cursor, published.truncated, published.hasMore], ["6-0-00000006", false, false]);
  assert.equal(published.events[0].timestamp, "2026-11-24T09:00:00Z");
  assert.equal(published.events[0].data.url, `https://reviews.example/reviews/${BAD.id}`);
  assert.deepEqual(ids(await poll("review.published", { max_rating: 2 })), [BAD.id]);
  assert.deepEqual(ids(await poll("review.published", { source: "Google" })), [GOOD.id]);
  assert.deepEqual(ids(await poll("review.published", { language: "en", min_rating: 2 })), [GOOD.id]);
  assert.deepEqual(ids(await poll("review.changed")), [GOOD.id]);
  assert.deepEqual((await poll("review.removed")).events.map(({ data }: Event) => data), [
    { id: HIDDEN.id, reason: "spam" },
  ]);
  const rating = await poll("rating.changed");
  assert.deepEqual(rating.events.map(({ cursor }: Event) => cursor), ["4-0-00000004", "6-0-00000006"]);
  assert.equal(rating.events[1].data.review_count, 2);
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
  const { result: other } = await ask("events/poll", { name: "review.published", cursor: "4-0-ffffffff" });
  assert.deepEqual([other.events, other.cursor, other.truncated], [[], "6-0-00000006", true]);
});

Deno.test("unknown events, wrong arguments and webhooks are refused with the codes of the extension", async () => {
  const refusals = [
    ["events/poll", { name: "constructor" }, -32023],
    ["events/poll", { name: "review.published", arguments: { max_rating: 9 } }, -32602],
    ["events/poll", { name: "review.removed", arguments: { max_rating: 2 } }, -32602],
    ["events/poll", { name: "review.removed", cursor: "yesterday" }, -32602],
    ["events/poll", {}, -32602],
    ["events/subscribe", { name: "review.published" }, -32024],
    ["events/unsubscribe", { name: "review.published" }, -32024],
  ] as const;
  for (const [method, params, code] of refusals) {
    assert.equal((await ask(method, params)).error?.code, code, `${method} ${JSON.stringify(params)}`);
  }
});

/** Sizes of a publication: added, changed and removed reviews. */
const anySizes = fc.tuple(fc.nat(1500), fc.nat(1500), fc.nat(400));
const anyLog: fc.Arbitrary<ChangeLog> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: anySizes.map((sizes) => [sizes]) },
    { weight: 1, arbitrary: fc.nat(1500).map((count) => Array.from({ length: count }, () => [0, 0, 0] as const)) },
  ),
  { maxLength: 5 },
).map((parts) => {
  const ids = [BAD.id, HIDDEN.id, GOOD.id];
  const list = (length: number) => Array.from({ length }, (_, n) => ids[n % ids.length]!);
  let stars: readonly number[] = START.stars;
  const publications = parts.flat().map(([added, changed, removed], at) => {
    if (added > removed) stars = [at, 1, 0, 0, added];
    const hash = at.toString(16).padStart(8, "0");
    const lists = { added: list(added), changed: list(changed), removed: list(removed) };
    return publication(START.number + 1 + at, { ...lists, hash, stars, business: at % 2 === 0 && added > 0 });
  });
  return { start: START, publications };
});

/** All events of a log, one by one: their ids and the cursors before them. */
function eventsOf({ start, publications }: ChangeLog, name: string, wanted: ReadonlySet<string>): readonly string[] {
  return publications.flatMap((publication, at) => {
    const { added, changed, removed, business, stars } = publication;
    const changes = [
      ...added.map((id) => ["review.published", id] as const),
      ...changed.map((id) => ["review.changed", id] as const),
      ...removed.map((id) => ["review.removed", id] as const),
      ...business ? [["business", ""] as const] : [],
    ];
    const before = publications[at - 1] ?? start;
    if (name === "rating.changed") {
      return String(stars) === String(before.stars) ? [] : [`${name}:${changeCursor(publication)}`];
    }
    return changes.flatMap(([kind, id], n) =>
      kind === name && (name === "review.removed" || wanted.has(id))
        ? [`${name}:${changeCursor(publication, changes.length - n - 1)}`]
        : []
    );
  });
}

/** A list that records which of its items are read. */
function recorded<Item>(items: readonly Item[], seen: Set<string>, name: string): readonly Item[] {
  return new Proxy(items, {
    get: (list, key) => {
      if (typeof key === "string" && /^\d+$/.test(key)) seen.add(`${name} ${key}`);
      return Reflect.get(list, key);
    },
  });
}

Deno.test("polls through any log see each event once, and each poll reads one page of it, however long the log is", () => {
  fc.assert(
    fc.property(
      anyLog,
      fc.constantFrom(...Object.keys(EVENT_TYPES)),
      fc.constantFrom({}, { max_rating: 2 }, { max_rating: 4, min_rating: 3 }),
      fc.integer({ min: 40, max: 100 }),
      (log, name, filters, most) => {
        const published = "max_rating" in filters ? filters.max_rating === 2 ? [BAD.id] : [] : [BAD.id, GOOD.id];
        const read = new Set<string>();
        const publications = log.publications.map((publication, at) => ({
          ...publication,
          added: recorded(publication.added, read, `${at} added`),
          changed: recorded(publication.changed, read, `${at} changed`),
          removed: recorded(publication.removed, read, `${at} removed`),
        }));
        const watched = { start: START, publications: recorded(publications, read, "publication") };
        const snapshot = { ...AFTER, changes: watched };
        const ids: string[] = [];
        let cursor = changeCursor(START);
        for (let hasMore = true; hasMore;) {
          read.clear();
          const after = readChangeCursor(cursor);
          const page = readEvents(snapshot, TEST_SITE, name, filters, { after, most, notBefore: -Infinity });
          // The page, its publications, and those before and after it.
          assert.ok(read.size <= 2 * MOST_CHANGES + 3, `${read.size} of a poll`);
          assert.ok(page.events.length <= most && !page.truncated);
          assert.notEqual(page.hasMore && page.cursor, cursor);
          ids.push(...page.events.map(({ eventId }) => eventId));
          ({ cursor, hasMore } = page);
        }
        assert.deepEqual(ids, eventsOf(log, name, new Set(published)));
        assert.equal(cursor, changeCursor(endOf(log)));
      },
    ),
    { numRuns: 60 },
  );
});
