import assert from "node:assert/strict";
import { countRows, subscriptionKey } from "../../websub/store/hub_rows.ts";
import { StoreTroubleError } from "../../domain/store/store_trouble.ts";
import { watchedStore } from "../../domain/store/watched_store.ts";
import { replaySubscriptions } from "../../websub/subscription_commands.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { readWake } from "../../websub/schedule/scheduler.ts";
import { attemptOf, idOf, PAST, seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";

const CLOCK = { now: () => PAST };
const keyOf = (id: string) => subscriptionKey("/reviews.json", idOf(id));

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
  assert.equal(await readWake(kv), null);
  assert.deepEqual(await replaySubscriptions(kv, CLOCK, before), { replayed: 1, leftOut: 2 });
  assert.notEqual(await readWake(kv), null);
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
