import assert from "node:assert/strict";
import { hasCome } from "../../../websub/clock.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { replaySubscriptions } from "../../../websub/subscription_commands.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { ANSWERS, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

Deno.test("hasCome() treats a time further ahead than any wait as come", () => {
  const come = [-1, 0, 1, 10, 11].filter((ahead) => hasCome(1000 + ahead, 1000, 10));
  assert.deepEqual(come, [-1, 0, 11]);
});

Deno.test("a retry pending while the clock is set back an hour restarts its wait", async () => {
  for (const isStopped of [false, true]) {
    // Waits before and after the change of the clock.
    for (const waits of [[2000, MINUTE / 2], [2000, MINUTE / 2, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]]) {
      const [made, wait = 0] = [waits.length - 1, waits.at(-1)];
      await using kv = await Deno.openKv(":memory:");
      {
        await using test = await testHub({ kv, subscribed: CALLBACK });
        test.answer(() => ANSWERS.status(500));
        await test.publish("second");
        for (const wait of waits.slice(0, -1)) await test.pass(wait);
        assert.equal(test.deliveries().length, made);
        if (!isStopped) {
          const [before] = await test.subscriptions();
          // The clocks of two machines may differ that much.
          test.clock.putBack(5000);
          await test.hub.scanDue();
          assert.deepEqual(await test.subscriptions(), [before]);
          test.clock.putBack(HOUR);
          await test.hub.scanDue();
          await test.hub.scanDue();
          test.answer(ANSWERS.echo);
          await test.pass(wait - 1);
          assert.equal(test.deliveries().length, made);
          await test.pass(1);
          assert.equal(test.deliveries().length, made + 1);
          assert.equal((await test.subscriptions())[0]?.nextAttemptAt, 0);
          continue;
        }
        await test.hub.stop();
      }
      const clock = new FakeClock();
      clock.putBack(HOUR);
      await using again = await testHub({ kv, clock });
      // More than one process notices that the clock was put back.
      await using another = await testHub({ kv, clock });
      await Promise.all([again.hub.scanDue(), another.hub.scanDue()]);
      await again.hub.scanDue();
      const [renewed] = await again.subscriptions();
      assert.ok(renewed !== undefined && renewed.nextAttemptAt > clock.now());
      // Meanwhile the processes have waited for the quiet times.
      assert.ok(Math.abs(renewed.nextAttemptAt - clock.now() - wait) <= 10_000, String(renewed.nextAttemptAt));
    }
  }
});

Deno.test("what is due without a failure stays due when the clock is set back", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  test.answer(() => ANSWERS.status(500));
  await test.publish("second");
  await test.pass(2000);
  test.answer(ANSWERS.echo);
  await test.pass(3 * HOUR);
  await test.hub.scanDue();
  await replaySubscriptions(test.kv, test.clock, test.kv.list<Subscription>({ prefix: ["subscription"] }));
  test.clock.putBack(HOUR);
  await test.hub.scanDue();
  await test.settle();
  assert.equal(test.deliveries().length, 3);
});

Deno.test("pending verifications and denials survive a clock change, at the next scan", async () => {
  await using test = await testHub({ subscriber: () => ANSWERS.network, settings: { retrySeconds: [7200, 28_800] } });
  await test.send("subscribe", CALLBACK);
  assert.equal(test.requests.length, 1);
  await test.hub.scanDue();
  await test.settle();
  assert.equal(test.requests.length, 1);
  test.clock.putBack(HOUR);
  await test.hub.scanDue();
  await test.settle();
  assert.equal(test.requests.length, 2);

  test.answer(ANSWERS.echo);
  test.clock.putBack(HOUR);
  await test.hub.scanDue();
  await test.settle();
  assert.equal((await test.subscriptions()).length, 1);
  test.answer(() => ANSWERS.network);
  await test.publish("second");
  for (const wait of [2000, 2 * HOUR, 8 * HOUR]) await test.pass(wait);
  const denials = () => test.requests.filter(({ target }) => target.includes("hub.mode=denied")).length;
  assert.equal(denials(), 1);
  // Further than the longest wait.
  test.clock.putBack(100 * HOUR);
  for (let look = 0; look < 2; look++) {
    await test.hub.scanDue();
    await test.settle();
    assert.equal(denials(), 2);
  }
  await test.pass(HOUR);
  assert.equal(denials(), 3);
});
