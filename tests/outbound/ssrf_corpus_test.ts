import assert from "node:assert/strict";
import { isIPv4 } from "node:net";
import { openConnection } from "../../outbound/open_connection.ts";
import type { OutboundAnswer, OutboundOptions } from "../../outbound/outbound_client.ts";
import { vettingLookup } from "../../outbound/public_address.ts";
import { ADDRESS_HOSTS, RESERVED_ADDRESSES } from "../fixtures/ssrf_callbacks.ts";
import { outboundTestClient } from "../support/hub/outbound_test_client.ts";
import { startRawSubscriber } from "../support/subscriber/raw_subscriber.ts";

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n";
const REFUSED = { kind: "failed", failure: "address_not_allowed" };
/** The guard accepted the address, and the test has no permission to connect to it. */
const DIALLED = { kind: "failed", failure: "network" };
const NO_NETWORK = { net: false, sys: "inherit", read: "inherit", env: "inherit" } as const;

function resolvesTo(...addresses: readonly string[]) {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 })));
}

/** The address as the system prints it: hexadecimal, or IPv4 where IPv6 only wraps it. */
function dialledAs(ip: string): string {
  if (isIPv4(ip)) return ip;
  const address = new URL(`https://[${ip.replace(/%.*/, "")}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([^:]+):([^:]+)$/.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  return [high, low].map((pair) => parseInt(pair, 16)).flatMap((pair) => [pair >> 8, pair & 255]).join(".");
}

async function exchange(origin: string, options: Partial<OutboundOptions>): Promise<OutboundAnswer> {
  await using client = outboundTestClient({ allowCidrs: [], ...options });
  return await client.exchange(requestOf(origin));
}

function requestOf(origin: string) {
  const callback = { text: `${origin}/`, host: new URL(origin).hostname, origin, target: "/" };
  return { method: "POST", callback, target: "/", headers: {}, body: new Uint8Array(10), readBytes: 0 } as const;
}

Deno.test({
  name: "no reserved address is dialled, be it the host, the answer for a name or one of several answers",
  permissions: NO_NETWORK,
  fn: async () => {
    const host = "https://subscriber.example";
    for (const ip of RESERVED_ADDRESSES) {
      assert.deepEqual(await exchange(host, { resolve: resolvesTo(ip) }), REFUSED, ip);
      assert.deepEqual(await exchange(host, { resolve: resolvesTo("8.8.8.8", ip) }), REFUSED, `8.8.8.8 and ${ip}`);
      assert.deepEqual(await exchange(host, { resolve: resolvesTo(ip, "8.8.8.8") }), REFUSED, `${ip} and 8.8.8.8`);
      if (ip.includes("%")) continue;
      assert.deepEqual(await exchange(`https://${isIPv4(ip) ? ip : `[${ip}]`}`, {}), REFUSED, ip);
    }
    assert.deepEqual(await exchange(host, { resolve: resolvesTo("8.8.8.8") }), DIALLED);
    assert.deepEqual(await exchange(host, { resolve: resolvesTo("2606:4700::1111", "8.8.8.8") }), DIALLED);
    assert.deepEqual(await exchange("https://8.8.8.8", {}), DIALLED);
  },
});

Deno.test({
  name: "every address is called once its range is allowed, so the range was the reason of the refusal",
  permissions: NO_NETWORK,
  fn: async () => {
    for (const ip of RESERVED_ADDRESSES) {
      const address = dialledAs(ip);
      const options = { allowCidrs: [`${address}/${isIPv4(address) ? 32 : 128}`], resolve: resolvesTo(ip) };
      assert.deepEqual(await exchange("https://subscriber.example", options), DIALLED, ip);
    }
  },
});

for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "::ffff:7f00:1"]) {
  Deno.test(`a listening socket is not reached through a name for ${address}, until its range is allowed`, async () => {
    await using subscriber = startRawSubscriber((_, { write }) => write(OK));
    const origin = `https://a.subscriber.test:${subscriber.port}`;
    const resolve = resolvesTo(address);
    assert.deepEqual(await exchange(origin, { resolve }), REFUSED);
    assert.deepEqual(await exchange(origin, { resolve, allowCidrs: ["10.0.0.0/8", "::1/128"] }), REFUSED);
    assert.equal(subscriber.accepted(), 0);
    assert.equal((await exchange(origin, { resolve, allowCidrs: ["127.0.0.0/8"] })).kind, "answered");
    assert.equal(subscriber.accepted(), 1);
  });
}

Deno.test("a listening socket is not reached through an address in any writing, even if a callback got that far", async () => {
  await using subscriber = startRawSubscriber((_, { write }) => write(OK));
  const written = ADDRESS_HOSTS.flatMap((host) => URL.parse(`https://${host.replace(/:8443$/, "")}`)?.hostname ?? []);
  const loopback = written.filter((host) => /127\.0\.0\.1|::1\]|7f00:1\]/.test(host));
  assert.ok(loopback.length > 25, `${loopback.length} writings`);
  for (const host of loopback) {
    assert.deepEqual(await exchange(`https://${host}:${subscriber.port}`, {}), REFUSED, host);
  }
  assert.equal(subscriber.accepted(), 0);
});

Deno.test("a name is looked up for each connection, and refused if it then has a forbidden address", async () => {
  await using subscriber = startRawSubscriber(async (_, { write, closeWrite }) => {
    await write(OK);
    await closeWrite();
  });
  const answers = ["127.0.0.1", "127.0.0.2", "10.0.0.1"];
  let asked = 0;
  // For this test 127.0.0.1 counts as a public address.
  await using client = outboundTestClient({
    allowCidrs: ["127.0.0.1/32"],
    resolve: () => resolvesTo(answers[asked++] ?? "127.0.0.1")(),
  });
  const request = requestOf(`https://a.subscriber.test:${subscriber.port}`);
  assert.equal((await client.exchange(request)).kind, "answered");
  assert.equal(asked, 1);
  await subscriber.closed(0);
  for (const count of [2, 3]) {
    assert.deepEqual(await client.exchange(request), REFUSED);
    assert.deepEqual([asked, subscriber.accepted()], [count, 1]);
  }
  assert.equal((await client.exchange(request)).kind, "answered");
});

for (const transport of ["tls", "tcp"] as const) {
  Deno.test(`a ${transport} connection is ended unused when its peer turns out not to be allowed`, async () => {
    await using subscriber = startRawSubscriber((_, { write }) => write(OK), transport);
    const origin = `${transport === "tls" ? "https" : "http"}://subscriber.test:${subscriber.port}`;
    const lookup = vettingLookup(() => true, resolvesTo("127.0.0.1"));
    const peers: string[] = [];
    const isAllowed = (ip: string) => peers.push(ip) === 0;
    const connection = openConnection(origin, { lookup: () => lookup, isAllowed, idleMilliseconds: 1000 });
    const sent = connection.client.request({ method: "POST", path: "/", body: new Uint8Array(10) });
    await assert.rejects(sent, { code: "EBLOCKED" });
    await connection.destroy(new Error("The test is over."));
    await subscriber.closed(0);
    assert.deepEqual([peers, subscriber.requests], [["127.0.0.1"], []]);
  });
}
