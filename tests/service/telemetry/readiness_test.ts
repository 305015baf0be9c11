import assert from "node:assert/strict";
import { BEHIND_AFTER_MS, readiness, type ReadinessSources } from "../../../service/health.ts";
import type { HubFigures } from "../../../websub/hub_figures.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

const NOW = 1_000_000_000;
const snapshot = testSnapshot();

function figures(undeliveredSince: number | null): HubFigures {
  const topics = [{ path: "/feed.xml" as const, backlog: undeliveredSince === null ? 0 : 3, undeliveredSince }];
  return { topics, subscriptions: 3, pending: 0, failing: 0, unverifiedSince: null, bytesPerChange: 0 };
}

async function checks(sources: Partial<ReadinessSources>): Promise<readonly string[]> {
  const reasons = await readiness({
    snapshot: () => snapshot,
    trouble: () => null,
    isHubStarted: () => true,
    hubFigures: () => Promise.resolve(figures(null)),
    lateCalls: () => null,
    now: () => NOW,
    ...sources,
  });
  return reasons.map(({ check, reason }) => `${check}: ${reason}`);
}

Deno.test("the service is ready if nothing is wrong, and while a change is being published", async () => {
  assert.deepEqual(await checks({}), []);
  const since = NOW - BEHIND_AFTER_MS + 1;
  assert.deepEqual(await checks({ hubFigures: () => Promise.resolve(figures(since)) }), []);
});

Deno.test("each failed check is a separate reason", async () => {
  assert.deepEqual(await checks({ snapshot: () => null }), ["revision: No revision of the dataset is loaded yet."]);
  assert.deepEqual(await checks({ isHubStarted: () => false }), ["hub: The hub is still being started."]);
  assert.deepEqual(await checks({ hubFigures: () => Promise.resolve(figures(NOW - BEHIND_AFTER_MS)) }), [
    "hub: The hub is behind: 3 of the subscriptions of /feed.xml lack a change that came 5 minutes ago.",
  ]);
  assert.deepEqual(await checks({ lateCalls: () => ({ seconds: 31, waiting: 240 }) }), [
    "hub: The hub verifies late: a request has waited 31 seconds for its turn, with 240 waiting in all.",
  ]);
  const trouble = () => ({ since: 1, reason: "The disk is full." });
  assert.deepEqual(await checks({ trouble, snapshot: () => null }), [
    "revision: No revision of the dataset is loaded yet.",
    "store: The disk is full.",
  ]);
});

Deno.test("a store that does not answer is a reason, without its error message", async () => {
  const hubFigures = () => Promise.reject(new Error("secret detail"));
  assert.deepEqual(await checks({ hubFigures }), ["store: The store does not answer."]);
});
