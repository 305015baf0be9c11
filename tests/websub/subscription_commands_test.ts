import assert from "node:assert/strict";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { watchedStore } from "../../domain/store/watched_store.ts";
import { WAKE } from "../../websub/schedule/scheduler.ts";
import { countNamedRows, countRows, denialKey, subscriptionKey } from "../../websub/store/hub_rows.ts";
import type { Denial, Subscription } from "../../websub/store/subscription.ts";
import { hubEntries, removeSubscription, replaySubscriptions } from "../../websub/subscription_commands.ts";
import {
  attemptOf,
  denialOf,
  FUTURE,
  type HubSeed,
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
  const many = Array.from({ length: 1001 }, (_, at) => `b${at.toString(16).padStart(6, "0")}`);
  await seedHub(kv, { subscriptions: Object.fromEntries(many.map((id) => [id, subscriptionOf()])) });
  assert.deepEqual((await Array.fromAsync(hubEntries(kv, "b"))).map(({ id }) => id), many.map(idOf));
});

function removing(kv: Deno.Kv, now: () => number = () => PAST) {
  return removeSubscription(kv, { now }, PATH, ID, "because");
}

Deno.test("removeSubscription() denies a subscription request as well, but nothing that has expired or was to end", async () => {
  using kv = await Deno.openKv(":memory:");
  const seeds: readonly HubSeed[] = [
    { subscriptions: { aaaa: subscriptionOf() } },
    { pending: { aaaa: pendingOf({ mode: "unsubscribe" }) } },
    { pending: { aaaa: pendingOf() } },
  ];
  for (const seed of seeds) {
    assert.equal((await kv.get(denialKey(ID))).value, null);
    await seedHub(kv, seed);
    assert.deepEqual([await removing(kv, () => FUTURE), await removing(kv)], [true, false]);
  }
  const { value } = await kv.get<Denial>(denialKey(ID));
  assert.deepEqual([value?.reason, value?.callback, value?.attempts], ["because", pendingOf().callback, 0]);
});

Deno.test("removeSubscription() also removes a row that changes between its read and its commit, and wakes the hubs", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, { subscriptions: { aaaa: subscriptionOf() }, pending: { aaaa: pendingOf() } });
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
  for (const kind of ["subscription", "pending"] as const) {
    assert.deepEqual([await countRows(kv, kind), await countNamedRows(kv, kind, "a.example", 9)], [0, 0]);
  }
  assert.notEqual((await kv.get(WAKE)).value, null);
});

function rowsOf(kv: Deno.Kv): Promise<Deno.KvEntry<Subscription>[]> {
  return Array.fromAsync(kv.list<Subscription>({ prefix: ["subscription"] }));
}

Deno.test("replaySubscriptions() reads again what has changed, forgets its failures, and leaves out what is gone or has no version", async () => {
  using kv = await Deno.openKv(":memory:");
  const ids = Array.from({ length: 120 }, (_, at) => `a${at.toString(16).padStart(3, "0")}`);
  await seedHub(kv, {
    topics: { "/reviews.json": {} },
    subscriptions: Object.fromEntries(ids.map((id) => [id, subscriptionOf()])),
  });
  await seedHub(kv, { subscriptions: { cccc: subscriptionOf({ path: "/feed.xml", deliveredVersion: 0 }) } });
  const stale = await rowsOf(kv);
  const unversioned = stale.filter(({ key }) => key[1] === "/feed.xml");
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, unversioned), { replayed: 0, leftOut: 1 });
  assert.equal((await kv.get(WAKE)).value, null);
  const renewed = subscriptionOf({ secret: "renewed", attempts: [attemptOf(500)] });
  await kv.set(keyOf("a001"), { ...renewed, failures: 2, nextAttemptAt: PAST - 1, failedAttempts: 1 });
  await kv.set(keyOf("a002"), subscriptionOf({ expiresAt: PAST }));
  await kv.delete(keyOf("a040"));
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, stale), { replayed: 118, leftOut: 3 });
  const after = new Map((await rowsOf(kv)).map(({ key, value }) => [String(key[2]), value]));
  assert.equal(after.size, 120);
  assert.notEqual((await kv.get(WAKE)).value, null);
  assert.deepEqual(after.get(idOf("a001")), { ...renewed, deliveredVersion: 3, nextAttemptAt: PAST });
  const notBack = [...after].filter(([, { deliveredVersion }]) => deliveredVersion !== 3).map(([id]) => id);
  assert.deepEqual(notBack.sort(), [idOf("a002"), idOf("cccc")]);
  assert.equal(await countRows(kv, "subscription"), 121);
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
