import assert from "node:assert/strict";
import { subscriptionState } from "../../../cli/hub/shown_subscription.ts";
import { PAST, subscriptionOf } from "../../support/hub/hub_seed.ts";

Deno.test("subscriptionState() reports an expired lease before a failed attempt", () => {
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
