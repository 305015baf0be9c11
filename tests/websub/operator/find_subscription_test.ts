import assert from "node:assert/strict";
import { findSubscription } from "../../../websub/operator/find_subscription.ts";
import { denialOf, idOf, pendingOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";

Deno.test("findSubscription() finds by the beginning of an id, and puts together what has the same", async () => {
  using kv = await Deno.openKv(":memory:");
  await seedHub(kv, {
    subscriptions: { abcd1: subscriptionOf(), abcd3: subscriptionOf({ path: "/feed.xml" }), abce: subscriptionOf() },
    pending: { abcd1: pendingOf(), abcdf: pendingOf() },
    denials: { abcd1: denialOf(), abcd2: denialOf(), abcc: denialOf() },
  });
  const find = async (beginning: string) =>
    (await findSubscription(kv, beginning)).map(({ id, subscription, pending, denial }) =>
      [id.slice(0, 5), subscription?.value.path ?? null, pending !== null, denial !== null] as const
    );
  assert.deepEqual(await find("abcd"), [
    ["abcd1", "/reviews.json", true, true],
    ["abcd2", null, false, true],
    ["abcd3", "/feed.xml", false, false],
    ["abcdf", null, true, false],
  ]);
  assert.deepEqual(await find(idOf("abcd3")), [["abcd3", "/feed.xml", false, false]]);
  assert.deepEqual(await find("abcd4"), []);
});
