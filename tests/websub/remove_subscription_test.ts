import assert from "node:assert/strict";
import {
  countNamedRows,
  countRows,
  denialKey,
  pendingKey,
  readSubscription,
  subscriptionKey,
} from "../../websub/store/hub_rows.ts";
import { removeSubscription } from "../../websub/subscription_commands.ts";
import type { Subscription } from "../../websub/store/subscription.ts";
import { readWake } from "../../websub/schedule/scheduler.ts";
import { storeProxy } from "../support/store/store_proxy.ts";
import { FUTURE, idOf, PAST, pendingOf, seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";

const ID = idOf("aaaa");
const PATH = "/reviews.json";

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
  assert.notEqual(await readWake(kv), null);
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
