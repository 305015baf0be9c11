import assert from "node:assert/strict";
import { type ListFilter, listSubscriptions } from "../../../websub/operator/list_subscriptions.ts";
import { subscriptionState } from "../../../websub/operator/subscription_state.ts";
import { callbackOf, idOf, PAST, pendingOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";

async function idsOf(kv: Deno.Kv, filter: Partial<ListFilter> = {}): Promise<readonly string[]> {
  const listed = await Array.fromAsync(listSubscriptions(kv, { path: null, host: null, ...filter }));
  return listed.map(({ kind, id }) => `${kind} ${id.slice(0, 4)}`);
}

Deno.test("listSubscriptions() gives subscriptions by topic, and then the requests, as far as they are wanted", async () => {
  using kv = await Deno.openKv(":memory:");
  const callback = callbackOf("b.example");
  await seedHub(kv, {
    topics: { "/reviews.json": { version: 7 } },
    subscriptions: {
      aaaa: subscriptionOf({ path: "/feed.xml" }),
      bbbb: subscriptionOf({ callback }),
      cccc: subscriptionOf({ expiresAt: PAST }),
    },
    pending: { dddd: pendingOf(), eeee: pendingOf({ path: "/feed.xml", callback }) },
  });
  assert.deepEqual(await idsOf(kv), [
    "subscription bbbb",
    "subscription cccc",
    "subscription aaaa",
    "request dddd",
    "request eeee",
  ]);
  assert.deepEqual(await idsOf(kv, { path: "/feed.xml" }), ["subscription aaaa", "request eeee"]);
  assert.deepEqual(await idsOf(kv, { host: "b.example" }), ["subscription bbbb", "request eeee"]);
  assert.deepEqual(await idsOf(kv, { host: "b.example", path: "/feed.xml" }), ["request eeee"]);
  const [first] = await Array.fromAsync(listSubscriptions(kv, { path: null, host: null }));
  assert.equal(first?.kind === "subscription" && first.version, 7);
});

for (const count of [499, 500, 501, 1001]) {
  Deno.test(`listSubscriptions() gives each of ${count} rows once`, async () => {
    using kv = await Deno.openKv(":memory:");
    const ids = Array.from({ length: count }, (_, at) => at.toString(16).padStart(6, "0"));
    await seedHub(kv, { subscriptions: Object.fromEntries(ids.map((id) => [`a${id}`, subscriptionOf()])) });
    const listed = await Array.fromAsync(listSubscriptions(kv, { path: null, host: null }));
    assert.deepEqual(listed.map(({ id }) => id), ids.map((id) => idOf(`a${id}`)));
  });
}

Deno.test("subscriptionState() says first that a lease has run out, then that an attempt failed", () => {
  const now = PAST;
  const expiresAt = now + 1;
  const state = (members: Parameters<typeof subscriptionOf>[0], version = 4) =>
    subscriptionState(subscriptionOf({ expiresAt, ...members }), version, now);
  assert.equal(state({}), "up_to_date");
  assert.equal(state({}, 0), "up_to_date");
  assert.equal(state({ deliveredVersion: 3 }), "behind");
  assert.equal(state({ deliveredVersion: 3, failures: 1 }), "retry");
  assert.equal(state({ deliveredVersion: 3, failures: 1, expiresAt: now }), "expired");
});
