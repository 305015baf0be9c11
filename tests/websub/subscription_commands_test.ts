import assert from "node:assert/strict";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { watchedStore } from "../../domain/store/watched_store.ts";
import { WAKE } from "../../websub/schedule/scheduler.ts";
import {
  countNamedRows,
  countRows,
  denialKey,
  pendingKey,
  readSubscription,
  subscriptionKey,
} from "../../websub/store/hub_rows.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { hubEntries, removeSubscription, replaySubscriptions } from "../../websub/subscription_commands.ts";
import {
  attemptOf,
  denialOf,
  FUTURE,
  idOf,
  PAST,
  pendingOf,
  seedHub,
  subscriptionOf,
} from "../support/hub/hub_seed.ts";
import { storeProxy } from "../support/store/store_proxy.ts";

const PATH = "/reviews.json";
const ID = idOf("aaaa");
const CLOCK = { now: () => PAST };
const keyOf = (id: string) => subscriptionKey(PATH, idOf(id));

async function found(kv: Deno.Kv, beginning?: string): Promise<readonly string[]> {
  return await Array.fromAsync(
    hubEntries(kv, beginning),
    ({ kind, id, entry: { value } }) => `${kind} ${id.slice(0, 5)} ${value.path}`,
  );
}

Deno.test("the entries of a hub are its subscriptions by topic, then the requests, then the denials", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, {
    subscriptions: {
      abcd1: subscriptionOf({ path: "/feed.xml" }),
      abcd3: subscriptionOf(),
      abce1: subscriptionOf({ expiresAt: PAST }),
    },
    pending: { abcd1: pendingOf(), abcdf: pendingOf(), eeeee: pendingOf({ path: "/feed.xml" }) },
    denials: { abcd1: denialOf(), abcc1: denialOf() },
  });
  assert.deepEqual(await found(kv), [
    "subscription abcd3 /reviews.json",
    "subscription abce1 /reviews.json",
    "subscription abcd1 /feed.xml",
    "request abcd1 /reviews.json",
    "request abcdf /reviews.json",
    "request eeeee /feed.xml",
    "denial abcc1 /reviews.json",
    "denial abcd1 /reviews.json",
  ]);
  assert.deepEqual(await found(kv, "abcd"), [
    "subscription abcd3 /reviews.json",
    "subscription abcd1 /feed.xml",
    "request abcd1 /reviews.json",
    "request abcdf /reviews.json",
    "denial abcd1 /reviews.json",
  ]);
  assert.deepEqual(await found(kv, idOf("abcdf")), ["request abcdf /reviews.json"]);
  assert.deepEqual(await found(kv, "abcd4"), []);
});

for (const count of [499, 500, 501, 1001]) {
  Deno.test(`the entries of a hub are each of ${count} rows once`, async () => {
    using kv = await Deno.openKv(":memory:");
    const ids = Array.from({ length: count }, (_, at) => at.toString(16).padStart(6, "0"));
    await seedHub(kv, { subscriptions: Object.fromEntries(ids.map((id) => [`a${id}`, subscriptionOf()])) });
    const entries = await Array.fromAsync(hubEntries(kv));
    assert.deepEqual(entries.map(({ id }) => id), ids.map((id) => idOf(`a${id}`)));
  });
}

function removing(kv: Deno.Kv, now: () => number = () => PAST) {
  return removeSubscription(kv, { now }, PATH, ID, "because");
}

Deno.test("removeSubscription() ends subscription and request together, leaves a denial and wakes the hubs", async () => {
  using kv = await Deno.openKv(":memory:");
  const subscription = subscriptionOf();
  await seedHub(kv, { subscriptions: { aaaa: subscription }, pending: { aaaa: pendingOf() } });
  assert.equal(await removing(kv), true);
  assert.equal((await readSubscription(kv, PATH, ID)).value, null);
  assert.equal((await kv.get(pendingKey(ID))).value, null);
  assert.deepEqual([await countRows(kv, "subscription"), await countRows(kv, "pending")], [0, 0]);
  assert.equal(await countNamedRows(kv, "subscription", "a.example", 9), 0);
  assert.equal(await countNamedRows(kv, "pending", "a.example", 9), 0);
  const { path, topic, callback } = subscription;
  const denial = { path, topic, callback, reason: "because", deniedAt: PAST, attempts: 0, nextAttemptAt: PAST };
  assert.deepEqual((await kv.get(denialKey(ID))).value, denial);
  assert.notEqual((await kv.get(WAKE)).value, null);
});

Deno.test("removeSubscription() sends no denial for an expired subscription or a pending request", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, { subscriptions: { aaaa: subscriptionOf() } });
  assert.equal(await removing(kv, () => FUTURE), true);
  await seedHub(kv, { pending: { aaaa: pendingOf() } });
  assert.deepEqual([await removing(kv), await removing(kv)], [true, false]);
  assert.equal((await kv.get(denialKey(ID))).value, null);
});

Deno.test("removeSubscription() also removes a row that changes between its read and its commit", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, { subscriptions: { aaaa: subscriptionOf() } });
  const key = subscriptionKey(PATH, ID);
  let changes = 0;
  const racing = storeProxy(kv, {
    commit: async (commit) => {
      if (changes++ === 0) await kv.set(key, { ...(await kv.get<Subscription>(key)).value, failures: 1 });
      return await commit();
    },
  });
  assert.equal(await removing(racing), true);
  assert.equal(changes, 2);
  assert.equal((await kv.get(key)).value, null);
  assert.equal(await countRows(kv, "subscription"), 0);
});

function rowsOf(kv: Deno.Kv): Promise<Deno.KvEntry<Subscription>[]> {
  return Array.fromAsync(kv.list<Subscription>({ prefix: ["subscription"] }));
}

Deno.test("replaySubscriptions() skips expired subscriptions and topics without a version, and wakes the hubs for the others", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, {
    topics: { "/reviews.json": {} },
    subscriptions: {
      aaaa: subscriptionOf(),
      bbbb: subscriptionOf({ expiresAt: PAST }),
      cccc: subscriptionOf({ path: "/feed.xml", deliveredVersion: 0 }),
    },
  });
  const before = await rowsOf(kv);
  const unwanted = before.filter(({ key }) => !String(key[2]).startsWith("aaaa"));
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, unwanted), { replayed: 0, leftOut: 2 });
  assert.equal((await kv.get(WAKE)).value, null);
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, before), { replayed: 1, leftOut: 2 });
  assert.notEqual((await kv.get(WAKE)).value, null);
  assert.deepEqual(
    (await rowsOf(kv)).map(({ key, value }) => [key[1], value.deliveredVersion]),
    [["/feed.xml", 0], ["/reviews.json", 3], ["/reviews.json", 4]],
  );
});

Deno.test("replaySubscriptions() reads a row again that changed since, forgets its failures, and leaves one gone that was removed", async () => {
  using kv = await Deno.openKv(":memory:");
  const ids = Array.from({ length: 120 }, (_, at) => `a${at.toString(16).padStart(3, "0")}`);
  await seedHub(kv, {
    topics: { "/reviews.json": {} },
    subscriptions: Object.fromEntries(ids.map((id) => [id, subscriptionOf()])),
  });
  const stale = await rowsOf(kv);
  const renewed = subscriptionOf({ secret: "renewed", attempts: [attemptOf(500)] });
  const retries = { delivery: { failed: 1, nextAt: PAST }, additional: null, restartFrom: PAST };
  await kv.set(keyOf("a001"), { ...renewed, failures: 2, nextAttemptAt: PAST - 1, retries });
  await kv.set(keyOf("a002"), subscriptionOf({ expiresAt: PAST }));
  await kv.delete(keyOf("a040"));
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, stale), { replayed: 118, leftOut: 2 });
  const after = new Map((await rowsOf(kv)).map(({ key, value }) => [String(key[2]), value]));
  assert.equal(after.size, 119);
  assert.deepEqual(after.get(idOf("a001")), { ...renewed, deliveredVersion: 3, nextAttemptAt: PAST });
  const notBack = [...after].filter(([, { deliveredVersion }]) => deliveredVersion !== 3).map(([id]) => id);
  assert.deepEqual(notBack, [idOf("a002")]);
  assert.equal(await countRows(kv, "subscription"), 120);
});

Deno.test("replaySubscriptions() rejects where the store refuses a row while others are still read", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, { topics: { "/reviews.json": {} }, subscriptions: { aaaa: subscriptionOf() } });
  const refusing = watchedStore(kv, async (call, work) => {
    if (call === "commit") throw new StoreTroubleError("disk_full");
    return await work();
  });
  const rows = await rowsOf(kv);
  async function* slowly() {
    yield* rows;
    // Longer than the replay of the first takes, which reads one row.
    for (let read = 0; read < 20; read++) await kv.get(["another"]);
  }
  await assert.rejects(replaySubscriptions(refusing, CLOCK, slowly()), StoreTroubleError);
});
