import assert from "node:assert/strict";
import { SweepScheduler } from "../../../websub/schedule/sweep_scheduler.ts";
import { topicKey } from "../../../websub/store/hub_rows.ts";
import { SHARDS } from "../../../websub/store/shard.ts";
import type { TopicState } from "../../../websub/store/topic_state.ts";
import { testHub } from "../../support/hub/test_hub.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";

Deno.test("a verified subscription receives the next change and none before", async () => {
  await using test = await testHub();
  assert.equal(await test.send("subscribe", CALLBACK), "accepted");
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET"]);
  await test.publish("second");
  assert.equal(test.requests.length, 1);
  await test.pass(2000);
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET", "POST"]);
  assert.equal(test.lastBody(), "/feed.xml second");
  // The same content is no change.
  await test.publish("second");
  await test.pass(2000);
  assert.equal(test.requests.length, 2);
  assert.deepEqual(test.errors, []);
});

Deno.test("quick changes are combined, and endless changes are still sent", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  for (let n = 0; n < 5; n++) {
    await test.publish(`quick ${n}`);
    await test.pass(1500);
  }
  assert.equal(test.requests.length, 1);
  await test.pass(500);
  assert.equal(new TextDecoder().decode(test.requests[1]?.body), "/feed.xml quick 4");
  for (let n = 0; n < 12; n++) {
    await test.publish(`endless ${n}`);
    await test.pass(1000);
  }
  assert.equal(test.requests.length, 3);
});

Deno.test("a starting hub finds unfinished work of an earlier one without its jobs", async () => {
  const kv = await Deno.openKv(":memory:");
  {
    await using first = await testHub({ kv, subscribed: CALLBACK });
    await first.publish("left undone");
    for await (const { key } of kv.list({ prefix: ["job"] })) await kv.delete(key);
    first.clock.advance(2000);
    await first.hub.scanDue();
    await first.hub.idle();
    assert.equal(new TextDecoder().decode(first.requests.at(-1)?.body), "/feed.xml left undone");
  }
  kv.close();
});

Deno.test("a process that delivers notices subscriptions and unsubscriptions of another process", async () => {
  using kv = await Deno.openKv(":memory:");
  await using test = await testHub({ kv });
  const callbacks = Array.from({ length: 8 }, (_, number) => `https://subscriber.example/${number}`);
  const [leaving = "", staying = "", ...coming] = callbacks;
  for (const callback of [leaving, staying]) await test.send("subscribe", callback);
  for (const text of ["second", "third"]) {
    await test.publish(text);
    await test.pass(2000);
  }
  {
    await using other = await testHub({ kv, clock: test.clock });
    await other.send("unsubscribe", leaving);
    for (const callback of coming) await other.send("subscribe", callback);
  }
  const before = test.requests.length;
  await test.publish("fourth");
  await test.pass(2000);
  const sent = test.requests.slice(before).filter(({ method }) => method === "POST").map(({ target }) => target);
  assert.deepEqual(sent.sort(), [staying, ...coming].map((callback) => new URL(callback).pathname).sort());
});

Deno.test("the second job of a version reads no shard, because a queue may repeat a job", async () => {
  using inner = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  let looks = 0;
  const kv = storeProxy(inner, {
    read: (read, keys) => {
      looks += keys.filter(([kind]) => kind === "shard").length;
      return read();
    },
  });
  const scheduler = new SweepScheduler(kv, clock, null);
  const test = await testHub({ kv, clock, scheduler });
  await test.send("subscribe", "https://one.example/cb");
  await test.publish("second");
  await test.pass(10_000);
  const version = (await inner.get<TopicState>(topicKey("/feed.xml"))).value?.version ?? 0;
  const looksOf = async (more: { readonly version?: number }) => {
    looks = 0;
    await scheduler.schedule(inner.atomic(), { kind: "distribute", path: "/feed.xml", ...more }, 0).commit();
    await test.settle();
    return looks;
  };
  assert.equal(await looksOf({ version }), 0);
  assert.equal(await looksOf({ version: version + 1 }), SHARDS);
  assert.equal(await looksOf({}), SHARDS);
  assert.equal(test.deliveries().length, 1);
  await test.hub.stop();
});
