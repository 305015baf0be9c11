import assert from "node:assert/strict";
import type { OutboundClient } from "../../../outbound/outbound_client.ts";
import { DEFAULT_HUB_SETTINGS } from "../../../websub/hub_settings.ts";
import { subscriptionId } from "../../../websub/store/hub_rows.ts";
import type { Subscription } from "../../../websub/store/subscription.ts";
import { callbackOf, seedHub, subscriptionOf } from "../../support/hub/hub_seed.ts";
import { outboundTestClient } from "../../support/hub/outbound_test_client.ts";
import { testHub } from "../../support/hub/test_hub.ts";
import { startRawSubscriber } from "../../support/subscriber/raw_subscriber.ts";

const PATH = "/feed.xml";
const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
/** The address of every name, where the certificate is that of subscriber.test alone. */
const HERE = "127.0.0.1";
const ELSEWHERE = "203.0.113.7";

/** A hub with these subscriptions and the usual limits. It makes real connections, on a clock that the test sets. */
async function hubWith(subscriptions: readonly Subscription[]) {
  // On a busy machine a handshake takes seconds, and a late attempt would be repeated.
  const client: OutboundClient = outboundTestClient({ timeoutMilliseconds: 120_000 });
  const { callsPerDestination } = DEFAULT_HUB_SETTINGS;
  const test = await testHub({ settings: { callsPerDestination }, parts: { client } });
  const rows: Record<string, Subscription> = {};
  for (const one of subscriptions) rows[await subscriptionId(PATH, one.callback.text)] = one;
  await seedHub(test.kv, { subscriptions: rows });
  return test;
}

function subscribed(port: number, host: string, path: string, address: string): Subscription {
  const callback = { ...callbackOf(host, path), origin: `https://${host}:${port}` };
  return subscriptionOf({ path: PATH, callback, address, deliveredVersion: 1 });
}

Deno.test("300 subscriptions of ten domains that now lead to a stranger's address cause few connections, and one there its delivery", async () => {
  await using victim = startRawSubscriber((_, { write }) => write(OK));
  const { port, requests, accepted } = victim;
  const hosts = Array.from({ length: 300 }, (_, n) => `h${n}.d${n % 10}.example`);
  const attack = hosts.map((host) => subscribed(port, host, "/cb", ELSEWHERE));
  await using test = await hubWith([...attack, subscribed(port, "a.subscriber.test", "/own", HERE)]);
  await test.publish("second");
  await test.pass(60_000);
  assert.ok(accepted() <= 150, `${accepted()} connections in the first minute`);
  assert.deepEqual(requests.map(({ target }) => target), ["/own?token=capability"]);
});

const HOSTS = Array.from({ length: 100 }, (_, n) => `h${n}.subscriber.test`);

const MOVES = [
  ["of one host", ["a.subscriber.test"], HERE, 4],
  ["of one host that has moved", ["a.subscriber.test"], ELSEWHERE, 4],
  ["of 100 hosts that have moved together", HOSTS, ELSEWHERE, 200],
] as const;

for (const [what, hosts, address, most] of MOVES) {
  Deno.test(`300 callbacks ${what} get a change over few connections`, async () => {
    await using subscriber = startRawSubscriber((_, { write }) => write(OK));
    const { port, requests, accepted } = subscriber;
    const hostOf = (n: number) => hosts[n % hosts.length] ?? "";
    const all = Array.from({ length: 300 }, (_, n) => subscribed(port, hostOf(n), `/${n}`, address));
    await using test = await hubWith(all);
    await test.publish("second");
    await test.pass(2000);
    assert.equal(new Set(requests.map(({ target }) => target)).size, 300);
    assert.ok(accepted() <= most, `${accepted()} connections`);
  });
}
