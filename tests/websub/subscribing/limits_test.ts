import assert from "node:assert/strict";
import { storeProxy } from "../../support/store/store_proxy.ts";
import { callbackOf, pendingOf, seedHub } from "../../support/hub/hub_seed.ts";
import { queueNetwork } from "../../../websub/request/client_network.ts";
import { HUB_LIMITS } from "../../../websub/hub_settings.ts";
import { ANSWERS, type TestHub, testHub } from "../../support/hub/test_hub.ts";

const CLIENT = "198.51.100.1";
const HOST = "https://a.subscriber.example";
const SIBLING = "https://b.subscriber.example";
const ELSEWHERE = "https://elsewhere.example";

/** Sends a request without running the verification; resolves to "accepted", or the reason of the limit. */
async function ask(test: TestHub, callback: string, mode = "subscribe", client?: string): Promise<string> {
  const answer = await test.ask(mode, callback, {}, client);
  if (answer.kind !== "limited") return answer.kind;
  assert.ok(Number.isInteger(answer.retryAfterSeconds) && answer.retryAfterSeconds >= 1);
  assert.match(answer.reason, /\w+ \w+/);
  return answer.reason;
}

Deno.test("a client with too many requests in a minute is told to wait, whatever it asks for", async () => {
  await using test = await testHub({ settings: { requestsPerMinute: 3 } });
  for (let request = 0; request < 3; request++) assert.equal(await ask(test, HOST), "accepted");
  for (const mode of ["subscribe", "unsubscribe"]) assert.notEqual(await ask(test, HOST, mode), "accepted");
  assert.equal(await ask(test, HOST, "subscribe", "198.51.100.1"), "accepted");
});

Deno.test("with generous limits a client may have 1,000 unverified callbacks on a host, and no more", async () => {
  using kv = await Deno.openKv(":memory:");
  const network = queueNetwork(CLIENT);
  const pending = (n: number) => pendingOf({ callback: callbackOf("a.subscriber.example", `/${n}`), network });
  await seedHub(kv, {
    pending: Object.fromEntries(Array.from({ length: 998 }, (_, n) => [String(n).padStart(4, "0"), pending(n)])),
  });
  await using test = await testHub({ kv, settings: HUB_LIMITS.generous, subscriber: () => ANSWERS.network });
  for (const path of ["/a", "/b"]) assert.equal(await ask(test, HOST + path, "subscribe", CLIENT), "accepted");
  assert.match(await ask(test, `${HOST}/c`, "subscribe", CLIENT), /^1000 requests of your network wait /);
  assert.equal(await ask(test, ELSEWHERE, "subscribe", "203.0.113.1"), "accepted");
});

Deno.test("a domain with too many requests that wait for verification gets no more, but may replace one", async () => {
  await using test = await testHub({ settings: { pendingPerHost: 2 } });
  for (const path of ["/1", "/2", "/2"]) assert.equal(await ask(test, HOST + path), "accepted");
  for (const callback of [`${HOST}/3`, SIBLING]) assert.notEqual(await ask(test, callback), "accepted");
  assert.equal(await ask(test, ELSEWHERE), "accepted");
  await test.settle();
  assert.ok(test.requests.every(({ target }) => !target.startsWith("/3")));
  assert.equal(await ask(test, `${HOST}/3`), "accepted");
});

Deno.test("a network with waiting requests gets another place only while few are taken, so that strangers always find one", async () => {
  await using test = await testHub({ settings: { pending: 12, pendingPerHost: 0 } });
  let count = 0;
  const from = (client: string) => ask(test, `${HOST}/${count++}`, "subscribe", client);
  for (let n = 0; n < 3; n++) assert.equal(await from(`192.0.2.${n}`), "accepted");
  assert.match(await from("192.0.2.3"), /3 requests of your network wait for verification/);
  for (const network of [0, 1, 2]) assert.equal(await from(`198.51.${network}.1`), "accepted");
  assert.match(await from("198.51.0.2"), /1 request of your network waits for verification/);
  for (let network = 0; network < 6; network++) assert.equal(await from(`203.0.${network}.1`), "accepted");
  assert.match(await from("198.18.0.1"), /12 requests wait for verification, which is the limit/);
});

Deno.test("1,000 networks with silent callbacks leave places for strangers, whose requests read few rows", async () => {
  using kv = await Deno.openKv(":memory:");
  let read = 0;
  async function* list(...given: Parameters<Deno.Kv["list"]>) {
    for await (const entry of kv.list(...given)) {
      read++;
      yield entry;
    }
  }
  await using test = await testHub({ kv: storeProxy(kv, {}, { list }) });
  const from = (n: number, callback: string) => ask(test, callback, "subscribe", `10.${n >> 8}.${n & 255}.1`);
  const one = (n: number) => from(n, `https://d${n}.example/`);
  for (let n = 0; n < 1000; n++) assert.equal(await one(n), "accepted");
  // A network of the flood asks for more, as long as it gets it.
  let own = 1;
  while (await from(1, `https://more${own}.example/`) === "accepted") own++;
  read = 0;
  for (let n = 1000; n < 1100; n++) assert.equal(await one(n), "accepted");
  assert.ok(own < 10 && read < 1000, `${own} requests of one network, ${read} rows`);
});

Deno.test("a domain with too many subscriptions gets no more, whatever the host, but may renew and end them", async () => {
  await using test = await testHub({ settings: { subscriptionsPerHost: 2 } });
  for (const path of ["/1", "/2"]) await test.send("subscribe", HOST + path);
  for (const callback of [`${HOST}/3`, SIBLING]) {
    assert.match(await ask(test, callback), /subscriber\.example has reached its limit of 2 subscriptions/);
  }
  assert.equal(await test.send("subscribe", `${HOST}/1`, { "hub.lease_seconds": "600" }), "accepted");
  assert.ok((await test.subscriptions()).some(({ leaseSeconds }) => leaseSeconds === 600), "a renewal needs no room");
  assert.equal(await test.send("unsubscribe", `${HOST}/1`), "accepted");
  assert.equal(await test.send("subscribe", `${HOST}/3`, { "hub.lease_seconds": "300" }), "accepted");
  assert.equal(await test.send("subscribe", `${HOST}/4`), "limited");
  // An expired one takes no room.
  await test.pass(300_000);
  assert.equal(await test.send("subscribe", `${HOST}/4`), "accepted");
  assert.equal((await test.subscriptions()).length, 2);
});

Deno.test("a hub with all its subscriptions takes no other, whatever its host", async () => {
  await using test = await testHub({ settings: { subscriptions: 1 }, subscribed: HOST });
  assert.match(await ask(test, ELSEWHERE), /has reached its limit of 1 subscriptions/);
});

Deno.test("what a change sends to all together is bounded, and a subscriber may still renew", async () => {
  await using test = await testHub({ settings: { megabytesPerChange: 1 }, subscribed: HOST });
  await test.publish("x".repeat(600_000));
  const room = /a change would send 2 MB to all subscribers together, and the limit is 1 MB/;
  assert.match(await ask(test, ELSEWHERE), room);
  assert.equal(await ask(test, HOST), "accepted");
});

Deno.test("limits do not reveal who is subscribed: an unsubscription gets the same answer", async () => {
  await using test = await testHub({ settings: { pendingPerHost: 1 } });
  await test.send("subscribe", `${HOST}/known`);
  assert.equal(await ask(test, `${HOST}/waiting`), "accepted");
  const known = await ask(test, `${HOST}/known`, "unsubscribe");
  assert.notEqual(known, "accepted");
  assert.equal(await ask(test, `${HOST}/unknown`, "unsubscribe"), known);
});

Deno.test("a subscription that is verified when its host has no more room is denied, and sent nothing", async () => {
  await using test = await testHub({ settings: { subscriptionsPerHost: 1 } });
  for (const path of ["/1", "/2"]) assert.equal(await ask(test, HOST + path), "accepted");
  await test.settle();
  const denials = test.requests.filter(({ target }) => target.includes("hub.mode=denied"));
  assert.match(denials[0]?.target ?? "", /hub\.reason=\w/);
  await test.publish("second");
  await test.pass(60_000);
  const deliveries = test.deliveries().map(({ target }) => target);
  assert.deepEqual([denials.length, deliveries.length], [1, 1]);
  assert.ok(!denials[0]?.target.startsWith(`${deliveries[0]}?`));
});
