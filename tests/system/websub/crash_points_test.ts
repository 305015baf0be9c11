import assert from "node:assert/strict";
import { always, byKind, confirm } from "../../support/subscriber/callback_answers.ts";
import { type HubUnderTest, otherHub, requestOf, startHub } from "../../support/hub/hub_under_test.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

type Scenario = (hub: HubUnderTest, callback: TestCallback) => Promise<void>;

const FAILING = byKind({ distribution: always({ status: 500 }) });

/** Ends the process gracefully, unless it has died, and starts one that dies at a commit (`kill_at_commit.ts`). */
function restart(hub: HubUnderTest, killAt = "", killAfter = 0): Promise<void> {
  return hub.restart({ signal: "SIGTERM", more: { KILL_AT: killAt, KILL_AFTER: String(killAfter) } });
}

/** Sends a request to the hub; resolves to the status, or null if the service died meanwhile. */
async function send(hub: HubUnderTest, mode: string, { url }: TestCallback): Promise<number | null> {
  const answer = await hub.send(requestOf(mode, url)).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status ?? null;
}

/** Subscribes and waits until a first change proves that the subscription is live. */
async function subscribed(hub: HubUnderTest, callback: TestCallback, change = "the first change"): Promise<void> {
  assert.equal(await send(hub, "subscribe", callback), 202);
  await callback.next("verification");
  await callback.received(await hub.publish(change));
}

/** In every case the next change arrives: the subscription is live and its hub works. */
async function assertLive({ publish }: HubUnderTest, callback: TestCallback): Promise<void> {
  await callback.received(await publish("the last change"));
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "after a request is accepted": async (hub, callback) => {
    await restart(hub, "after set:pending !delete:pending");
    assert.equal(await send(hub, "subscribe", callback), null);
    await hub.server.exit;
    await restart(hub);
    await callback.next("verification");
    await assertLive(hub, callback);
  },
  "while the callback is asked to verify": async (hub, callback) => {
    callback.answers((request) => {
      hub.server.kill("SIGKILL");
      callback.answers(confirm);
      return confirm(request);
    });
    await send(hub, "subscribe", callback);
    await callback.next("verification");
    await hub.server.exit;
    await restart(hub);
    await callback.next("verification");
    await assertLive(hub, callback);
    const challenges = callback.requests("verification").map(({ query }) => query.get("hub.challenge"));
    // More than two on a busy machine, where an answer may be late.
    assert.equal(new Set(challenges).size, challenges.length);
  },
  "before a confirmation is committed": async (hub, callback) => {
    await restart(hub, "before set:subscription delete:pending");
    await send(hub, "subscribe", callback);
    await hub.server.exit;
    await restart(hub);
    await assertLive(hub, callback);
  },
  "after a change is known and before it is distributed": async (hub, callback) => {
    await subscribed(hub, callback);
    await restart(hub, "after set:topic");
    await hub.publish("the change of the crash");
    await hub.server.exit;
    assert.equal(callback.requests("distribution").length, 1);
    await restart(hub);
    await callback.received("the change of the crash");
  },
  "after a delivery and before it is recorded": async (hub, callback) => {
    await subscribed(hub, callback);
    // The first such commit takes the shard.
    await restart(hub, "before set:shard", 1);
    await hub.publish("the change of the crash");
    await callback.received("the change of the crash");
    await hub.server.exit;
    await restart(hub);
    await assertLive(hub, callback);
    const twice = callback.requests("distribution").filter((one) => textOf(one).includes("the change of the crash"));
    assert.ok(twice.length <= 2, `${twice.length} deliveries`);
  },
  "after the third failure and before the subscriber is told": async (hub, callback) => {
    await subscribed(hub, callback);
    callback.answers(FAILING);
    await restart(hub, "after set:denial delete:subscription");
    await hub.publish("the change of the crash");
    await hub.server.exit;
    assert.deepEqual(callback.requests("denial"), []);
    await restart(hub);
    const denial = await callback.next("denial");
    assert.match(denial.query.get("hub.reason") ?? "", /3 deliveries in a row failed/);
    callback.answers(confirm);
    await send(hub, "subscribe", callback);
    await callback.next("verification");
    await assertLive(hub, callback);
  },
  "after the subscriber is told and before that is recorded": async (hub, callback) => {
    await subscribed(hub, callback);
    callback.answers(FAILING);
    await restart(hub, "before delete:denial");
    await hub.publish("the change of the crash");
    await callback.next("denial");
    await hub.server.exit;
    callback.answers(confirm);
    await restart(hub);
    await send(hub, "subscribe", callback);
    await callback.next("verification");
    await assertLive(hub, callback);
    assert.ok(callback.requests("denial").length <= 2);
  },
  "before an unsubscription is committed": async (hub, callback) => {
    await subscribed(hub, callback);
    await restart(hub, "before delete:subscription delete:pending");
    await send(hub, "unsubscribe", callback);
    await hub.server.exit;
    await callback.next("verification");
    await restart(hub);
    await callback.next("verification");
    const staying = hub.callback();
    await subscribed(hub, staying, "the second change");
    await assertLive(hub, staying);
    assert.ok(callback.requests("distribution").every((one) => textOf(one).includes("the first change")));
  },
};

for (const driver of ["queue", "sweep"]) {
  Deno.test(`nothing is lost when the service is killed at any of its commits, with the ${driver} driver`, async (t) => {
    // In parallel: most of the time is spent waiting for the claims of killed processes to end.
    const outcomes = Object.entries(SCENARIOS).map(async ([when, scenario]) => {
      const settings = { DELIVERY_DRIVER: driver, ...otherHub({ attemptTimeoutSeconds: 15 }) };
      await using hub = await startHub(settings, null, "tests/support/hub/kill_at_commit.ts");
      return [when, await scenario(hub, hub.callback()).then(() => null, (error) => error)] as const;
    });
    for (const [when, error] of await Promise.all(outcomes)) {
      await t.step(when, () => {
        if (error !== null) throw error;
      });
    }
  });
}
