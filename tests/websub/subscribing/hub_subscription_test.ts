import assert from "node:assert/strict";
import { TOPIC_PATHS, type TopicPath } from "../../../domain/site.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { ANSWERS, testHub, type TestHubOptions } from "../../support/hub/test_hub.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";

const CALLBACK = "https://subscriber.example/cb?t=1";
const MINUTE = 60_000;

Deno.test("an expired lease receives nothing from that instant, and its row goes", async () => {
  await using test = await testHub();
  await test.send("subscribe", CALLBACK, { "hub.lease_seconds": "300" });
  await test.pass(300_000 - 2000 - 1);
  await test.publish("in time");
  await test.pass(2000);
  assert.equal(test.requests.length, 2);
  await test.pass(1);
  await test.publish("too late");
  await test.pass(2000);
  assert.equal(test.requests.length, 2);
  assert.deepEqual(await test.subscriptions(), []);
});

for (
  const [what, options, calls] of [
    ["callback cannot be reached", { subscriber: () => ANSWERS.network }, 3],
    ["name has no address", { locate: () => Promise.resolve({ kind: "failed", failure: "name_not_found" }) }, 0],
  ] satisfies [string, TestHubOptions, number][]
) {
  Deno.test(`a verification is tried three times while the ${what}`, async () => {
    await using test = await testHub({ ...options, subscribed: CALLBACK });
    const tries = () => test.records.filter(({ event }) => event === "verification");
    for (const [wait, count] of [[0, 1], [30_000, 2], [300_000, 3], [24 * 60 * MINUTE, 3]] as const) {
      await test.pass(wait);
      assert.equal(tries().length, count);
    }
    assert.deepEqual(tries().map(({ outcome }) => outcome), Array(3).fill("unreachable"));
    const challenges = test.requests.map(({ target }) => new URL(target, CALLBACK).searchParams.get("hub.challenge"));
    assert.equal(new Set(challenges).size, calls);
    assert.deepEqual([await Array.fromAsync(test.kv.list({ prefix: ["pending"] })), test.errors], [[], []]);
  });
}

Deno.test("a renewal of a failing subscription gets the missed version at once", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  test.answer(() => ANSWERS.network);
  await test.publish("missed");
  await test.pass(2000);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  assert.equal(test.lastBody(), "/feed.xml missed");
  assert.equal((await test.subscriptions())[0]?.failures, 0);
  // The job of the retry has nothing to do.
  const before = test.requests.length;
  await test.pass(10 * MINUTE);
  assert.equal(test.requests.length, before);
});

Deno.test("a subscriber to a topic without a version gets the first one, as it may differ from the content it has read", async () => {
  await using test = await testHub({ isPublished: false, subscribed: CALLBACK });
  await test.settle();
  await test.publish("imported meanwhile");
  assert.equal(test.lastBody(), "/feed.xml imported meanwhile");
});

Deno.test("a subscription is a pair of topic and callback with its query, and ends without the others", async () => {
  await using test = await testHub({ settings: { debounceSeconds: 0 } });
  const of = (path: TopicPath) => ({ "hub.topic": `https://reviews.example${path}` });
  for (const path of TOPIC_PATHS) await test.ask("subscribe", CALLBACK, of(path));
  await test.send("subscribe", `${CALLBACK}0`);
  await test.send("unsubscribe", CALLBACK, of("/reviews.json"));
  await test.publish("second");
  const sent = test.deliveries().map(({ target, body }) => `${target} ${new TextDecoder().decode(body)}`);
  const others = ["/cb?t=1 /api/feed.json second", "/cb?t=1 /feed.xml second", "/cb?t=10 /feed.xml second"];
  assert.deepEqual(sent.sort(), others);
});

Deno.test("WebSub 8.1: a renewal may give a first secret, and gives one if there is one; after the end it need not", async () => {
  await using test = await testHub();
  const steps = [
    ["subscribe", {}, "accepted", [null]],
    ["subscribe", { "hub.secret": "first" }, "accepted", ["first"]],
    ["subscribe", {}, "secret_missing", ["first"]],
    ["unsubscribe", {}, "accepted", []],
    ["subscribe", {}, "accepted", [null]],
  ] as const;
  for (const [mode, secret, answer, stored] of steps) {
    assert.equal(await test.send(mode, CALLBACK, secret), answer);
    assert.deepEqual((await test.subscriptions()).map(({ secret }) => secret), stored);
  }
  assert.equal(test.requests.length, 4);
});

Deno.test("an unsubscription without a subscription is accepted and calls no callback", async () => {
  await using test = await testHub();
  assert.equal(await test.send("unsubscribe", CALLBACK), "accepted");
  assert.deepEqual(test.requests, []);
});

Deno.test("a limit holds for requests that come all at once", async () => {
  await using test = await testHub();
  const ask = (_: unknown, n: number) => test.ask("subscribe", `https://subscriber.example/${n}`);
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  assert.equal(answers.filter(({ kind }) => kind === "accepted").length, 10);
  assert.equal(answers.filter(({ kind }) => kind === "limited").length, 90);
  await test.settle();
});

Deno.test("a change that comes just when a confirmation is committed is sent", async () => {
  using kv = await Deno.openKv(":memory:");
  let meanwhile: (() => Promise<unknown>) | null = null;
  const interfering = storeProxy(kv, {
    commit: async (commit, rows) => {
      const before = rows.some(([[kind]]) => kind === "subscription") ? meanwhile : null;
      if (before !== null) meanwhile = null;
      await before?.();
      return await commit();
    },
  });
  await using test = await testHub({ kv: interfering, settings: { debounceSeconds: 0 } });
  const topic: Deno.KvKey = ["topic", "/feed.xml"];
  const state = (await kv.get<Record<string, unknown>>(topic)).value;
  // Another process publishes, and its scan is over before the new row is there.
  meanwhile = () => kv.set(topic, { ...state, version: 2 });
  await test.send("subscribe", CALLBACK);
  assert.deepEqual(test.requests.map(({ method }) => method), ["GET", "POST"]);
});

Deno.test("a clock that is put back delays neither changes nor requests", async () => {
  const clock = new FakeClock();
  let back = 0;
  const shifting = { now: () => clock.now() - back };
  await using test = await testHub({ clock, settings: { requestsPerMinute: 1 }, parts: { clock: shifting } });
  await test.send("subscribe", CALLBACK);
  await test.publish("second");
  back = 3_600_000;
  await test.hub.scanDue();
  await test.hub.idle();
  assert.equal(test.lastBody(), "/feed.xml second");
  assert.equal((await test.ask("subscribe", CALLBACK)).kind, "accepted");
});

Deno.test("a callback that is gone and back before its 410 is recorded stays subscribed, and is sent the version", async () => {
  await using test = await testHub({ subscribed: CALLBACK });
  const renewing = Promise.withResolvers<void>();
  test.answer(async (request) => {
    if (request.method === "GET" || test.deliveries().length > 1) return ANSWERS.echo(request);
    const { value, key } = (await Array.fromAsync(test.kv.list<Subscription>({ prefix: ["subscription"] })))[0] ?? {};
    await test.kv.set(key ?? [], { ...value, verifiedAt: test.clock.now() + 1 });
    renewing.resolve();
    return ANSWERS.status(410);
  });
  await test.publish("second");
  await test.pass(2000);
  await renewing.promise;
  await test.settle();
  assert.deepEqual((await test.subscriptions()).map(({ deliveredVersion }) => deliveredVersion), [2]);
});
