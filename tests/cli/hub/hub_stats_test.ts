import assert from "node:assert/strict";
import { hubStats } from "../../../cli/hub/stats.ts";
import {
  callbackOf,
  denialOf,
  FUTURE,
  idOf,
  PAST,
  pendingOf,
  seedHub,
  subscriptionOf,
} from "../../support/hub/hub_seed.ts";

Deno.test("hubStats() counts the live, and apart from them the expired", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, {
    topics: { "/reviews.json": { version: 5, changedAt: PAST - 60_000 }, "/feed.xml": {} },
    subscriptions: {
      aaaa: subscriptionOf(),
      bbbb: subscriptionOf({ failures: 1, nextAttemptAt: FUTURE - 2, secret: null }),
      cccc: subscriptionOf({ deliveredVersion: 5, callback: callbackOf("b.example") }),
      dddd: subscriptionOf({ path: "/feed.xml", callback: callbackOf("c.example") }),
      eeee: subscriptionOf({ expiresAt: PAST, failures: 1, nextAttemptAt: PAST, callback: callbackOf("d.example") }),
    },
    pending: { ffff: pendingOf({ nextAttemptAt: FUTURE - 1 }) },
    denials: { abcd: denialOf(), abce: denialOf() },
  });
  assert.deepEqual(await hubStats(kv, PAST), {
    topics: [
      {
        path: "/reviews.json",
        version: 5,
        changedAt: PAST - 60_000,
        live: 3,
        behind: 2,
        undeliveredSince: PAST - 60_000,
      },
      { path: "/api/feed.json", version: 0, changedAt: null, live: 0, behind: 0, undeliveredSince: null },
      { path: "/feed.xml", version: 4, changedAt: PAST, live: 1, behind: 0, undeliveredSince: null },
    ],
    expired: 1,
    failing: 1,
    signed: 3,
    hosts: [
      { host: "a.example", subscriptions: 2 },
      { host: "b.example", subscriptions: 1 },
      { host: "c.example", subscriptions: 1 },
    ],
    requests: 1,
    denials: 2,
    nextAttempt: { kind: "delivery", at: FUTURE - 2 },
    bytesPerChange: 0,
    counters: [
      { kind: "subscription", stored: 5, counted: 5, agrees: true },
      { kind: "pending", stored: 1, counted: 1, agrees: true },
    ],
  });
});

Deno.test("hubStats() finds the earliest attempt of whatever kind", async () => {
  using kv = await Deno.openKv(":memory:");
  assert.equal((await hubStats(kv, PAST)).nextAttempt, null);
  await seedHub(kv, { denials: { aaaa: denialOf() } });
  assert.deepEqual((await hubStats(kv, PAST)).nextAttempt, { kind: "denial", at: FUTURE });
  await seedHub(kv, { pending: { aaaa: pendingOf({ nextAttemptAt: PAST }) } });
  assert.deepEqual((await hubStats(kv, PAST)).nextAttempt, { kind: "verification", at: PAST });
});

Deno.test("hubStats() reports wrong counters", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, { subscriptions: { aaaa: subscriptionOf() }, pending: { aaaa: pendingOf() } });
  await kv.delete(["pending", idOf("aaaa")]);
  assert.deepEqual((await hubStats(kv, PAST)).counters, [
    { kind: "subscription", stored: 1, counted: 1, agrees: true },
    { kind: "pending", stored: 1, counted: 0, agrees: false },
  ]);
});
