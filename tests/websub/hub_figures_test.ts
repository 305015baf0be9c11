import assert from "node:assert/strict";
import { TOPIC_PATHS } from "../../domain/site.ts";
import { readHubFigures, undeliveredSince } from "../../websub/hub_figures.ts";
import { shardKey, shardRange } from "../../websub/store/shard.ts";
import { storeProxy } from "../support/store/store_proxy.ts";
import { attemptOf, FUTURE, idOf, PAST, pendingOf, seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";

const NOTHING = TOPIC_PATHS.map((path) => ({ path, backlog: 0, undeliveredSince: null }));

Deno.test("the backlog counts subscriptions that lack a version, without expired ones and those that wait for a retry", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, {
    topics: { "/reviews.json": { version: 6, changedAt: PAST + 900, waitingSince: PAST + 700 }, "/feed.xml": {} },
    subscriptions: {
      "0a": subscriptionOf({ deliveredVersion: 5 }),
      "0b": subscriptionOf({ deliveredVersion: 6 }),
      "1a": subscriptionOf({ failures: 1, nextAttemptAt: FUTURE - 2 }),
      "1b": subscriptionOf({ expiresAt: PAST }),
      "ff": subscriptionOf({ path: "/feed.xml" }),
    },
    pending: { aaaa: pendingOf() },
  });
  const figures = await readHubFigures(kv, PAST);
  assert.deepEqual(figures.topics[0], { path: "/reviews.json", backlog: 1, undeliveredSince: PAST + 900 });
  assert.deepEqual(figures.topics.slice(1), NOTHING.slice(1));
  assert.deepEqual([figures.subscriptions, figures.pending, figures.failing], [5, 1, 1]);
  // Behind by two versions.
  await seedHub(kv, { subscriptions: { "0c": subscriptionOf() } });
  const [topic] = (await readHubFigures(kv, PAST)).topics;
  assert.deepEqual(topic, { path: "/reviews.json", backlog: 2, undeliveredSince: PAST + 700 });
});

Deno.test("the backlog shrinks with the recorded progress and with finished shards", async () => {
  using kv = await Deno.openKv(":memory:");
  const subscriptions = Object.fromEntries(["00", "01", "02", "03", "44", "55"].map((id) => [id, subscriptionOf()]));
  await seedHub(kv, { topics: { "/reviews.json": { version: 5 } }, subscriptions });
  const backlog = async () => (await readHubFigures(kv, PAST)).topics[0]?.backlog;
  assert.equal(await backlog(), 6);
  const rest = [{ from: idOf("02"), to: shardRange(0).to }];
  await kv.set(shardKey("/reviews.json", 0), { owner: "p", version: 4, look: { version: 5, rest, except: ["00"] } });
  assert.equal(await backlog(), 5);
  // Rows that a scan for an older version has passed still lack this version.
  await kv.set(shardKey("/reviews.json", 0), { owner: "p", version: 3, look: { version: 4, rest, except: [] } });
  assert.equal(await backlog(), 6);
  await kv.set(shardKey("/reviews.json", 0), { owner: null, version: 5, look: null });
  assert.equal(await backlog(), 2);
});

Deno.test("the backlog of many subscriptions is estimated within a fifth, from a part of the rows", async () => {
  using kv = await Deno.openKv(":memory:");
  const count = 3000;
  const ids = await Promise.all(Array.from({ length: count }, async (_, n) => {
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(String(n)));
    return new Uint8Array(digest).toHex();
  }));
  await seedHub(kv, {
    topics: { "/feed.xml": { version: 5 } },
    subscriptions: Object.fromEntries(ids.map((id) => [id, subscriptionOf({ path: "/feed.xml" })])),
  });
  let rows = 0;
  const list = (...selection: Parameters<Deno.Kv["list"]>) => {
    rows += selection[1]?.limit ?? Infinity;
    return kv.list(...selection);
  };
  const counting = storeProxy(kv, {}, { list });
  const { topics } = await readHubFigures(counting, PAST);
  const backlog = topics[2]?.backlog ?? 0;
  assert.ok(Math.abs(backlog - count) < count / 5, `${backlog}`);
  assert.ok(rows <= 2250, `${rows} rows`);
});

Deno.test("undeliveredSince() returns times as far back as the store's records", () => {
  const state = { version: 6, entityTag: "", bytes: 0, changedAt: 900, waitingSince: 700, dueAt: 950 };
  const since = (deliveredVersion: number, ...attempts: ReturnType<typeof attemptOf>[]) =>
    undeliveredSince({ deliveredVersion, attempts }, state);
  assert.equal(since(6), null);
  assert.equal(since(5), 900);
  assert.equal(since(4), 700);
  assert.equal(since(3, attemptOf(200, { version: 3, at: 100 }), attemptOf(500, { version: 4, at: 300 })), 300);
});
