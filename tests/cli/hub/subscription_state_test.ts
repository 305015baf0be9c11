import assert from "node:assert/strict";
import { shownState, subscriptionState } from "../../../cli/hub/shown_subscription.ts";
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
  const retries = { delivery: { failed: 2, nextAt: now + 60_000 }, additional: null, restartFrom: now };
  assert.equal(state({ deliveredVersion: 3, retries }), "retry");
});

Deno.test("shownState() says for which delivery the next attempt counts, also in a row of an earlier version", () => {
  const shown = (members: Parameters<typeof subscriptionOf>[0]) =>
    shownState(subscriptionOf({ deliveredVersion: 3, nextAttemptAt: PAST + 60_000, ...members }), 4, PAST)
      .replace(/ at .*/, "");
  const [delivery, later] = [60_000, 90_000].map((wait) => ({ failed: 2, nextAt: PAST + wait }));
  assert.ok(delivery !== undefined && later !== undefined);
  const retries = { delivery, additional: null, restartFrom: PAST };
  assert.equal(shown({ retries }), "attempt 3 of delivery 1 of 3");
  assert.equal(shown({ failures: 2, retries }), "attempt 3 of delivery 3 of 3");
  assert.equal(shown({ failures: 1 }), "attempt 1 of delivery 2 of 3");
  const additional = { failed: 1, nextAt: PAST + 60_000 };
  assert.equal(
    shown({ failures: 1, retries: { ...retries, delivery: later, additional } }),
    "attempt 2 for a newer version",
  );
});
