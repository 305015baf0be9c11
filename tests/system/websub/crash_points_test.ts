import assert from "node:assert/strict";
import { always, byKind, confirm } from "../../support/subscriber/callback_answers.ts";
import { type CrashingHub, crashingHub } from "../../support/hub/hub_under_test.ts";
import { textOf } from "../../support/subscriber/recorded_request.ts";
import type { TestCallback } from "../../support/subscriber/tls_subscriber.ts";

type Scenario = (hub: CrashingHub, callback: TestCallback) => Promise<void>;

const FAILING = byKind({ distribution: always({ status: 500 }) });

/** Subscribes and waits until a first change proves that the subscription is live. */
async function subscribed(
  { send, publish }: CrashingHub,
  callback: TestCallback,
  change = "the first change",
): Promise<void> {
  assert.equal(await send("subscribe", callback), 202);
  await callback.next("verification");
  await publish(change);
  await callback.received(change);
}

/** In every case the next change arrives: the subscription is live and its hub works. */
async function assertLive({ publish }: CrashingHub, callback: TestCallback): Promise<void> {
  await publish("the last change");
  await callback.received("the last change");
}

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  "after a request is accepted": async (hub, callback) => {
    await hub.start("after set:pending !delete:pending");
    assert.equal(await hub.send("subscribe", callback), null);
    await hub.died();
    await hub.start();
    await callback.next("verification");
    await assertLive(hub, callback);
  },
  "while the callback is asked to verify": async (hub, callback) => {
    await hub.start();
    callback.answers((request) => {
      hub.kill();
      callback.answers(confirm);
      return confirm(request);
    });
    await hub.send("subscribe", callback);
    await callback.next("verification");
    await hub.died();
    await hub.start();
    await callback.next("verification");
    await assertLive(hub, callback);
    const challenges = callback.requests("verification").map(({ query }) => query.get("hub.challenge"));
    assert.equal(new Set(challenges).size, 2);
  },
  "before a confirmation is committed": async (hub, callback) => {
    await hub.start("before set:subscription delete:pending");
    await hub.send("subscribe", callback);
    await hub.died();
    await hub.start();
    await assertLive(hub, callback);
  },
  "after a change is known and before it is distributed": async (hub, callback) => {
    await hub.start();
    await subscribed(hub, callback);
    await hub.start("after set:topic");
    await hub.publish("the change of the crash");
    await hub.died();
    assert.equal(callback.requests("distribution").length, 1);
    await hub.start();
    await callback.received("the change of the crash");
  },
  "after a delivery and before it is recorded": async (hub, callback) => {
    await hub.start();
    await subscribed(hub, callback);
    // The first such commit takes the shard.
    await hub.start("before set:shard", 1);
    await hub.publish("the change of the crash");
    await callback.received("the change of the crash");
    await hub.died();
    await hub.start();
    await assertLive(hub, callback);
    const twice = callback.requests("distribution").filter((one) => textOf(one).includes("the change of the crash"));
    assert.ok(twice.length <= 2, `${twice.length} deliveries`);
  },
  "after the third failure and before the subscriber is told": async (hub, callback) => {
    await hub.start();
    await subscribed(hub, callback);
    callback.answers(FAILING);
    await hub.start("after set:denial delete:subscription");
    await hub.publish("the change of the crash");
    await hub.died();
    assert.deepEqual(callback.requests("denial"), []);
    await hub.start();
    const denial = await callback.next("denial");
    assert.match(denial.query.get("hub.reason") ?? "", /3 deliveries in a row failed/);
    callback.answers(confirm);
    await hub.send("subscribe", callback);
    await callback.next("verification");
    await assertLive(hub, callback);
  },
  "after the subscriber is told and before that is recorded": async (hub, callback) => {
    await hub.start();
    await subscribed(hub, callback);
    callback.answers(FAILING);
    await hub.start("before delete:denial");
    await hub.publish("the change of the crash");
    await callback.next("denial");
    await hub.died();
    callback.answers(confirm);
    await hub.start();
    await hub.send("subscribe", callback);
    await callback.next("verification");
    await assertLive(hub, callback);
    assert.ok(callback.requests("denial").length <= 2);
  },
  "before an unsubscription is committed": async (hub, callback) => {
    await hub.start();
    await subscribed(hub, callback);
    await hub.start("before delete:subscription delete:pending");
    await hub.send("unsubscribe", callback);
    await hub.died();
    await callback.next("verification");
    await hub.start();
    await callback.next("verification");
    const staying = hub.subscriber.callback();
    await subscribed(hub, staying, "the second change");
    await assertLive(hub, staying);
    assert.ok(callback.requests("distribution").every((one) => textOf(one).includes("the first change")));
  },
};

for (const driver of ["queue", "sweep"]) {
  Deno.test(`nothing is lost when the service is killed at any of its commits, with the ${driver} driver`, async (t) => {
    // In parallel: most of the time is spent waiting for the claims of killed processes to end.
    const outcomes = Object.entries(SCENARIOS).map(async ([when, scenario]) => {
      await using hub = await crashingHub(driver);
      return [when, await scenario(hub, hub.subscriber.callback()).then(() => null, (error) => error)] as const;
    });
    for (const [when, error] of await Promise.all(outcomes)) {
      await t.step(when, () => {
        if (error !== null) throw error;
      });
    }
  });
}
