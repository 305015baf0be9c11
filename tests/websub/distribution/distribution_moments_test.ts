import assert from "node:assert/strict";
import { takeShards } from "../../../websub/distribution/take_shards.ts";
import { KeptRows } from "../../../websub/store/kept_rows.ts";
import { removeSubscription, replaySubscriptions } from "../../../websub/subscription_commands.ts";
import type { OutboundRequest } from "../../../outbound/outbound_client.ts";
import { Heartbeat } from "../../../websub/heartbeat.ts";
import type { HubContext } from "../../../websub/hub_context.ts";
import { DEFAULT_HUB_SETTINGS } from "../../../websub/hub_settings.ts";
import { recordAttempt } from "../../../websub/distribution/attempt_delivery.ts";
import { SweepScheduler } from "../../../websub/schedule/sweep_scheduler.ts";
import { subscriptionId, subscriptionKey, topicKey } from "../../../websub/store/hub_rows.ts";
import { type Shard, shardKey, shardOf, SHARDS, UNTOUCHED_SHARD } from "../../../websub/store/shard.ts";
import { topicSubscriptions } from "../../../websub/store/topic_store.ts";
import { FakeClock } from "../../support/service/fake_clock.ts";
import { idOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { ANSWERS, type TestHub, testHub, type TestHubOptions, until } from "../../support/hub/test_hub.ts";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { within } from "../../support/service/test_server.ts";

// Two hosts of one shard or of several: the order of ids does not affect these assertions.
const CALLBACKS = Array.from({ length: 12 }, (_, n) => `https://s${n}.example/cb?t=${n}`);
const [FIRST = ""] = CALLBACKS;
// One place for deliveries, so that all but one subscription wait.
const ONE_BY_ONE: TestHubOptions = { settings: { concurrency: 5, pendingPerHost: 0 } };

/** Holds the next delivery, whose beginning resolves `begun`; answers all other requests at once. */
function holdDelivery(test: TestHub) {
  const [begun, gate] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()];
  let isHeld = false;
  test.answer(async (request) => {
    if (request.method === "POST" && !isHeld) {
      isHeld = true;
      begun.resolve(request.callback.text);
      await gate.promise;
    }
    return ANSWERS.echo(request);
  });
  return { begun: begun.promise, release: gate.resolve };
}

function sentTo(test: TestHub, callback: string): readonly string[] {
  return test.deliveries().filter((one) => one.callback.text === callback)
    .map(({ body }) => new TextDecoder().decode(body).replace(/.* /, ""));
}

/** Resolves when so many deliveries have been sent to each of the callbacks. */
function sent(test: TestHub, callbacks: readonly string[], count: number): Promise<void> {
  return until(() => callbacks.every((callback) => sentTo(test, callback).length === count));
}

/** Sends a request while deliveries are running. Resolves when it is verified and applied. */
async function request(
  { kv, hub, requests, ask }: TestHub,
  mode: string,
  callback: string,
  more?: Readonly<Record<string, string>>,
): Promise<void> {
  const verifications = () =>
    requests.filter(({ method, callback: { text } }) => method === "GET" && text === callback).length;
  const before = verifications();
  await ask(mode, callback, more);
  void hub.scanDue();
  await until(() => verifications() > before);
  await until(async () => (await Array.fromAsync(kv.list({ prefix: ["pending"] }))).length === 0);
}

async function subscribed(options: TestHubOptions = ONE_BY_ONE): Promise<TestHub> {
  const test = await testHub(options);
  for (const callback of CALLBACKS) assert.equal(await test.send("subscribe", callback), "accepted");
  return test;
}

Deno.test("a subscriber verified during a distribution gets the changes since its request, once", async () => {
  await using test = await subscribed({ settings: { ...ONE_BY_ONE.settings, debounceSeconds: 0 } });
  const [gate, asked, begun] = [0, 1, 2].map(() => Promise.withResolvers<void>());
  const late = "https://late.example/cb";
  test.answer(async (one) => {
    const isLate = one.callback.text === late && one.method === "GET";
    if (isLate || one.method === "POST") {
      (isLate ? asked : begun)?.resolve();
      await gate?.promise;
    }
    return ANSWERS.echo(one);
  });
  const sending = test.send("subscribe", late);
  await asked?.promise;
  const publishing = test.publish("second");
  await begun?.promise;
  gate?.resolve();
  await Promise.all([sending, publishing]);
  await test.pass(5000);
  for (const callback of [late, ...CALLBACKS]) assert.deepEqual(sentTo(test, callback), ["second"], callback);
  assert.deepEqual(test.errors, []);
});

Deno.test("an end or a new secret applies to a version that waits, and neither repeats a delivery", async () => {
  await using test = await testHub(ONE_BY_ONE);
  for (const callback of CALLBACKS) await test.send("subscribe", callback, { "hub.secret": "old" });
  const { begun, release } = holdDelivery(test);
  await test.publish("second");
  const passing = test.pass(2000);
  const held = await begun;
  const others = CALLBACKS.filter((one) => one !== held);
  const [leaving, changing] = [others.slice(0, 4), others.slice(4, 8)];
  for (const callback of leaving) await request(test, "unsubscribe", callback);
  // One delivery is running, the others wait.
  for (const callback of [held, ...changing]) await request(test, "subscribe", callback, { "hub.secret": "new" });
  release();
  await passing;
  await test.pass(5000);
  for (const callback of CALLBACKS) {
    assert.deepEqual(sentTo(test, callback), leaving.includes(callback) ? [] : ["second"], callback);
  }
  const sent = test.deliveries().map(({ callback, headers }) => [callback.text, headers["x-hub-signature"]] as const);
  const signatures = new Map(sent);
  const [one = ""] = changing;
  const expected = CALLBACKS.filter((callback) => !leaving.includes(callback))
    .map((callback) => [callback, signatures.get(changing.includes(callback) ? one : held)]);
  assert.deepEqual([...signatures].sort(), expected.sort());
  assert.notEqual(signatures.get(one), signatures.get(held));
});

Deno.test("a version published during a distribution reaches every subscriber once", async () => {
  await using test = await subscribed({ settings: { concurrency: 7, pendingPerHost: 0, debounceSeconds: 0 } });
  const held = holdDelivery(test);
  const publishing = test.publish("second");
  const first = await held.begun;
  // Two places are left: all other subscribers get the second version.
  const others = CALLBACKS.filter((callback) => callback !== first);
  await sent(test, others, 1);
  await test.change("third");
  void test.hub.scanDue();
  await sent(test, others, 2);
  assert.deepEqual(sentTo(test, first), ["second"]);
  held.release();
  await publishing;
  await test.settle();
  for (const callback of CALLBACKS) assert.deepEqual(sentTo(test, callback), ["second", "third"], callback);
});

async function distributeWhileChanging(): Promise<void> {
  let version = 1;
  await using test = await testHub({ settings: { concurrency: 5, pendingPerHost: 0, debounceSeconds: 0 } });
  for (const callback of CALLBACKS) await test.send("subscribe", callback);
  // The next change is published and scanned during each of the first deliveries.
  test.answer(async (one) => {
    if (one.method === "POST" && version < 60) {
      await test.change(`v${++version}`, ["/feed.xml"]);
      const before = test.requests.length;
      void test.hub.scanDue();
      await test.kv.get(["any"]);
      assert.equal(test.requests.length, before);
    }
    return ANSWERS.echo(one);
  });
  await test.publish(`v${++version}`, ["/feed.xml"]);
  await test.settle();
  for (const callback of CALLBACKS) {
    const sent = sentTo(test, callback);
    assert.equal(sent.at(-1), "v60");
    assert.equal(new Set(sent).size, sent.length, `${callback}: ${sent.join()}`);
    assert.ok(sent.length >= 2, `${callback}: ${sent.join()}`);
  }
}

Deno.test("changes faster than a distribution starve no subscriber, and none gets a version twice", async () => {
  // Concurrent steps interleave differently in each round.
  for (let round = 0; round < 20; round++) await distributeWhileChanging();
});

const ATTEMPTS = [
  ["a retry", {}, 301_000, 0],
  // The newer version is sent before the next attempt is due.
  ["the last attempt of a delivery, which fails,", { retrySeconds: [7200, 28_800], restartSeconds: 0 }, 7_200_000, 2],
] as const;

for (const [what, settings, wait, failures] of ATTEMPTS) {
  Deno.test(`a version published during ${what} is sent after it`, async () => {
    await using test = await subscribed({ settings: { pendingPerHost: 0, debounceSeconds: 0, ...settings } });
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    test.answer(async (one) => {
      if (one.callback.text !== FIRST || one.method !== "POST") return ANSWERS.echo(one);
      const nth = sentTo(test, FIRST).length;
      if (nth === 2) {
        begun.resolve();
        await gate.promise;
      }
      return nth === 1 || failures > 0 ? ANSWERS.status(500) : ANSWERS.echo(one);
    });
    await test.publish("second");
    const passing = test.pass(wait);
    await begun.promise;
    await test.change("third");
    void test.hub.scanDue();
    await sent(test, CALLBACKS.filter((callback) => callback !== FIRST), 2);
    gate.resolve();
    await passing;
    await test.settle();
    assert.deepEqual(sentTo(test, FIRST), ["second", "second", "third"]);
    assert.equal(Math.max(...(await test.subscriptions()).map((one) => one.failures)), failures);
  });
}

Deno.test("failing subscribers that a change restarts take a quarter of the places, and the others get it meanwhile", async () => {
  await using test = await subscribed({ settings: { concurrency: 8, pendingPerHost: 0, debounceSeconds: 0 } });
  const failing = new Set(CALLBACKS.slice(0, 6));
  const isFailing = (one: OutboundRequest) => one.method === "POST" && failing.has(one.callback.text);
  test.answer((one) => isFailing(one) ? ANSWERS.network : ANSWERS.echo(one));
  await test.publish("second");
  await test.pass(30 * 60_000);
  const gate = Promise.withResolvers<void>();
  let [underWay, most] = [0, 0];
  test.answer(async (one) => {
    if (!isFailing(one)) return ANSWERS.echo(one);
    most = Math.max(most, ++underWay);
    await gate.promise;
    underWay--;
    return ANSWERS.echo(one);
  });
  const publishing = test.publish("third");
  const got = (callback: string) => sentTo(test, callback).at(-1) === "third";
  await until(() => underWay === 2 && CALLBACKS.every((one) => failing.has(one) || got(one)));
  gate.resolve();
  await publishing;
  assert.equal(most, 2);
  assert.ok(CALLBACKS.every(got));
  assert.ok((await test.subscriptions()).every(({ deliveredVersion }) => deliveredVersion === 3));
});

Deno.test("successes write no subscription row, and failures only their own", async () => {
  await using test = await subscribed();
  const rows = () => Array.fromAsync(test.kv.list<{ callback: { text: string } }>({ prefix: ["subscription"] }));
  const before = new Map((await rows()).map(({ value, versionstamp }) => [value.callback.text, versionstamp]));
  test.answer((one) => one.callback.text === FIRST ? ANSWERS.network : ANSWERS.echo(one));
  await test.publish("second");
  await test.pass(2000);
  const changed = (await rows()).filter(({ value, versionstamp }) => before.get(value.callback.text) !== versionstamp);
  assert.deepEqual(changed.map(({ value }) => value.callback.text), [FIRST]);
});

Deno.test("a subscriber removed while it waits for a place of its host does not get the version", async () => {
  // Three of one shard: their rows are read together, so that two wait for their host when the third is held.
  const all = await Promise.all(
    Array.from({ length: 2 * SHARDS + 1 }, (_, n) => subscriptionId("/feed.xml", `https://one.example/cb?n=${n}`)),
  );
  const ofShards = Map.groupBy(all.entries(), ([, id]) => shardOf(id));
  const callbacks = ofShards.values().find(({ length }) => length >= 3)?.slice(0, 3)
    .map(([n]) => `https://one.example/cb?n=${n}`);
  assert.ok(callbacks);
  await using test = await testHub({ settings: { concurrencyPerHost: 1, pendingPerHost: 0, debounceSeconds: 0 } });
  for (const callback of callbacks) await test.send("subscribe", callback);
  const { begun, release } = holdDelivery(test);
  const publishing = test.publish("second");
  const held = await begun;
  const [removed = "", staying = ""] = callbacks.filter((callback) => callback !== held);
  const id = await subscriptionId("/feed.xml", removed);
  await removeSubscription(test.kv, test.clock, "/feed.xml", id, "it was asked for");
  release();
  await publishing;
  assert.deepEqual([held, removed, staying].map((callback) => sentTo(test, callback)), [["second"], [], ["second"]]);
});

Deno.test("a replay during the last delivery of a change is sent before the next scan", async () => {
  await using test = await subscribed({ settings: { pendingPerHost: 0 } });
  const { kv, clock, hub } = test;
  const held = holdDelivery(test);
  await test.change("second");
  clock.advance(2000);
  await hub.scanDue();
  const last = await held.begun;
  // Waits until the other deliveries are sent and the search for due retries has ended.
  while (test.deliveries().length < CALLBACKS.length) await kv.get(["another"]);
  for (let read = 0; read < 20; read++) await kv.get(["another"]);
  const rows = await Array.fromAsync(topicSubscriptions(kv, "/feed.xml"));
  const sent = rows.filter(({ value }) => value.callback.text !== last).slice(0, 1);
  assert.equal((await replaySubscriptions(kv, clock, sent)).replayed, 1);
  // The request wakes the hub.
  await hub.scanDue();
  held.release();
  await hub.idle();
  assert.deepEqual(sentTo(test, sent[0]?.value.callback.text ?? ""), ["second", "second"]);
  assert.equal(test.deliveries().length, CALLBACKS.length + 1);
});

Deno.test("a hub stopped while it takes shards stops, and then owns nothing", async () => {
  for (let reads = 0; reads < 16; reads++) {
    using kv = await Deno.openKv(":memory:");
    const test = await testHub({ kv, settings: { debounceSeconds: 0, pendingPerHost: 0 } });
    for (const callback of CALLBACKS.slice(0, 4)) await test.send("subscribe", callback);
    await test.change("second");
    const looking = test.hub.scanDue();
    for (let read = 0; read < reads; read++) await kv.get(["any"]);
    await within(`The stop after ${reads} reads`, test.hub.stop());
    await looking;
    assert.deepEqual(await Array.fromAsync(kv.list({ prefix: ["process"] })), []);
    for await (const { value } of kv.list<Shard>({ prefix: ["shard"] })) assert.equal(value.owner, null);
  }
});

Deno.test("a process that has not loaded a version does not take a shard whose scan for it has begun", async () => {
  using kv = await Deno.openKv(":memory:");
  const clock = new FakeClock();
  const id = idOf("0a");
  await seedHub(kv, { subscriptions: { [id]: subscriptionOf({ deliveredVersion: 4 }) } });
  const look = { version: 6, rest: [{ from: "0b", to: "4" }], except: [] };
  await kv.set(shardKey("/reviews.json", 0), { owner: null, version: 4, look });
  const heartbeat = new Heartbeat(kv, clock, () => {});
  const context = { kv, clock, rows: new KeptRows(kv) };
  assert.deepEqual(await takeShards(context, heartbeat, "/reviews.json", [0], 5), []);
  const [taken] = await takeShards(context, heartbeat, "/reviews.json", [0], 6);
  assert.deepEqual(taken?.entry.value, { owner: heartbeat.id, version: 4, look });
  // The process owns the shard now, and no other living process takes it.
  const other = new Heartbeat(kv, clock, () => {});
  assert.deepEqual(await takeShards(context, other, "/reviews.json", [0], 6), []);
  await heartbeat.stop();
  assert.equal((await takeShards(context, other, "/reviews.json", [0], 6)).length, 1);
});

Deno.test("a subscriber whose retry succeeds after a newer version was published is sent that too", async () => {
  using kv = await Deno.openKv(":memory:");
  const [clock, id] = [new FakeClock(), idOf("0a")];
  const subscription = subscriptionOf({ deliveredVersion: 4, failedAttempts: 1, nextAttemptAt: clock.now() });
  await seedHub(kv, { subscriptions: { [id]: subscription } });
  const topic = { version: 6, entityTag: '"6"', bytes: 1, changedAt: 0, waitingSince: 0, dueAt: 0 };
  await kv.set(topicKey("/reviews.json"), topic);
  const key = subscriptionKey("/reviews.json", id);
  const before = await kv.get<typeof subscription>(key);
  const scheduler = new SweepScheduler(kv, clock, null);
  const context = { kv, clock, scheduler, settings: DEFAULT_HUB_SETTINGS, random: () => 0 } as unknown as HubContext;
  const attempt = { at: clock.now(), version: 5, status: 200, failure: null, milliseconds: 1 };
  assert.ok(before.value);
  await recordAttempt(context, UNTOUCHED_SHARD, { before, attempt, isDue: true });
  const { value } = await kv.get<typeof subscription>(key);
  assert.deepEqual([value?.deliveredVersion, value?.nextAttemptAt], [5, clock.now()]);
});

Deno.test("a shard whose row changes at each attempt to take it is tried again", async () => {
  using inner = await Deno.openKv(":memory:");
  await seedHub(inner, { subscriptions: { [idOf("0a")]: subscriptionOf({ deliveredVersion: 4 }) } });
  const key = shardKey("/reviews.json", 0);
  let changes = 0;
  const kv = storeProxy(inner, {
    read: async (read, keys) => {
      const answer = await read();
      // Another process writes the row just after it was read.
      if (String(keys) === String(key)) await inner.set(key, { owner: null, version: ++changes });
      return answer;
    },
  });
  const clock = new FakeClock();
  const heartbeat = new Heartbeat(inner, clock, () => {});
  await assert.rejects(
    takeShards({ kv, clock, rows: new KeptRows(inner) }, heartbeat, "/reviews.json", [0], 1000),
    /^Error: Shard 0 of \/reviews\.json could not be taken in 5 attempts/,
  );
  assert.equal(changes, 5);
  await heartbeat.stop();
});
