import assert from "node:assert/strict";
import { hubEntries } from "../../websub/subscription_commands.ts";
import { denialOf, idOf, PAST, pendingOf, seedHub, subscriptionOf } from "../support/hub/hub_seed.ts";

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
