import assert from "node:assert/strict";
import type { LocatedHost } from "../../../outbound/outbound_client.ts";
import type { HubRecord } from "../../../websub/hub_log.ts";
import { pendingKey, putPending, subscriptionId } from "../../../websub/store/hub_rows.ts";
import type { PendingRequest } from "../../../websub/store/subscription.ts";
import { callbackOf, pendingOf } from "../../support/hub/hub_seed.ts";
import { ANSWERS, type TestHub, testHub } from "../../support/hub/test_hub.ts";

const CALLBACK = "https://cb.subscriber.example/cb?t=1";
const ADDRESSES = [{ address: "203.0.113.1", family: 4 }, { address: "2001:db8:1:2:3::4", family: 6 }] as const;

/** Puts waiting requests into the store, each for a separate domain. */
async function seedWaiting({ kv, clock }: TestHub, network: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const domain = `d${n}.${network.replaceAll(/\W/g, "-")}.example`;
    const callback = callbackOf(domain);
    const key = pendingKey(await subscriptionId("/feed.xml", callback.text));
    const request = pendingOf({ path: "/feed.xml", callback, network, attempts: 0, nextAttemptAt: clock.now() });
    await putPending(kv.atomic(), { key, value: null, versionstamp: null }, request).commit();
  }
}

/** Answers no request until it is released. */
function silence() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { answer: () => promise.then(() => ANSWERS.network), release: resolve };
}

/** Gives each host a separate address. */
async function apart(host: string): Promise<LocatedHost> {
  const id = await subscriptionId("/feed.xml", host);
  return { kind: "located", addresses: [{ address: `2001:db8:${id.slice(0, 4)}:${id.slice(4, 8)}::1`, family: 6 }] };
}

Deno.test("of a client no more is stored than its network, and of a callback's address its machine", async () => {
  await using test = await testHub();
  test.answer(() => ANSWERS.network);
  await test.send("subscribe", CALLBACK);
  const pending = () => Array.fromAsync(test.kv.list<PendingRequest>({ prefix: ["pending"] }), ({ value }) => value);
  const [waiting] = await pending();
  assert.deepEqual([waiting?.network, waiting?.isRenewal], ["192.0.2.0/24", false]);
  assert.equal(JSON.stringify(waiting).includes("192.0.2.1"), false);
  test.answer(ANSWERS.echo);
  await test.send("subscribe", CALLBACK);
  const [row] = await test.subscriptions();
  assert.deepEqual([row?.address, row?.callback.domain], ["203.0.113.1", "subscriber.example"]);
  const names = await Array.fromAsync(test.kv.list({ prefix: ["subscription_by_host"] }), ({ key }) => key[1]);
  assert.deepEqual(names, ["203.0.113.1", "cb.subscriber.example", "subscriber.example"]);
  test.answer(() => ANSWERS.network);
  await test.send("subscribe", CALLBACK);
  assert.deepEqual((await pending()).map(({ isRenewal }) => isRenewal), [true]);
});

Deno.test("a first try has a third of the time, later ones all of it, and each goes to the next address", async () => {
  await using test = await testHub({
    settings: { attemptTimeoutSeconds: 9 },
    subscriber: () => ANSWERS.network,
    locate: () => Promise.resolve({ kind: "located", addresses: ADDRESSES }),
  });
  // The lookup of the address takes some of a try's time, and here none.
  performance.now = () => 0;
  using _clock = { [Symbol.dispose]: () => void Reflect.deleteProperty(performance, "now") };
  await test.send("subscribe", CALLBACK);
  await test.pass(330_000);
  assert.deepEqual(test.requests.map(({ to, timeoutMilliseconds }) => [to, timeoutMilliseconds]), [
    [ADDRESSES[0], 3000],
    [ADDRESSES[1], 9000],
    [ADDRESSES[0], 9000],
  ]);
});

Deno.test("turns are fair after a restart as well", async () => {
  await using test = await testHub({ locate: apart });
  const { answer, release } = silence();
  test.answer(answer);
  await seedWaiting(test, "192.0.2.0/24", 40);
  await seedWaiting(test, "198.51.100.0/24", 1);
  await test.hub.scanDue();
  const begun = Promise.withResolvers<void>();
  test.answer((request) => {
    if (request.callback.host.includes("198-51-100-0")) begun.resolve();
    return answer();
  });
  // Claims of calls that have begun are still being committed.
  if (!test.requests.some(({ callback }) => callback.host.includes("198-51-100-0"))) await begun.promise;
  assert.ok(test.requests.length < 16);
  release();
  await test.settle();
});

Deno.test("the hub logs that verifications are late, and that they are in time again", async () => {
  const told: HubRecord[] = [];
  let heard = Promise.withResolvers<void>();
  await using test = await testHub({
    locate: apart,
    parts: {
      record: (record) => {
        if (record.event !== "lateness") return;
        told.push(record);
        heard.resolve();
      },
    },
  });
  const { answer, release } = silence();
  test.answer(answer);
  for (let n = 0; n < 18; n++) await seedWaiting(test, `192.0.${n}.0/24`, 1);
  await test.hub.scanDue();
  assert.equal(test.hub.late(), null);
  test.clock.advance(30_000);
  assert.deepEqual(test.hub.late(), { seconds: 30, waiting: 2 });
  await heard.promise;
  heard = Promise.withResolvers();
  release();
  await test.settle();
  assert.equal(test.hub.late(), null);
  await heard.promise;
  assert.deepEqual(told, [
    { event: "lateness", is_late: true, waited_seconds: 30, waiting: 2 },
    { event: "lateness", is_late: false, waited_seconds: 0, waiting: 0 },
  ]);
});

Deno.test("an address has room for ten times the subscriptions of a host; later ones are denied", async () => {
  await using test = await testHub({ settings: { subscriptionsPerHost: 1 } });
  for (let n = 0; n < 11; n++) await test.send("subscribe", `https://s${n}.example/`);
  assert.equal((await test.subscriptions()).length, 10);
  const denial = test.requests.find(({ target }) => target.includes("hub.mode=denied"));
  assert.match(decodeURIComponent(denial?.target ?? ""), /The address of s10\.example has reached its limit of 10/);
});
