import assert from "node:assert/strict";
import { BLOCKED, isCidr, publicAddress, type Resolve, vettingLookup } from "../../outbound/public_address.ts";

Deno.test("publicAddress allows public addresses up to the edges of the reserved ranges", () => {
  const isAllowed = publicAddress([]);
  const edges = `1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
    169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0
    223.255.255.255 ::ffff:8.8.8.8 ::ffff:808:808 2001:4860:4860::8888 2606:4700::1111 2a00:1450:4001:81b::200e`;
  for (const ip of edges.split(/\s+/)) assert.equal(isAllowed(ip), true, ip);
});

Deno.test("publicAddress refuses addresses in unusual spellings", () => {
  const isAllowed = publicAddress(["0.0.0.0/0", "::/0"]);
  for (
    const text of ["", "8.8", "0x8.8.8.8", "010.8.8.8", "134744072", "8.8.8.8 ", "[::1]", "localhost", "8.8.8.8/8"]
  ) {
    assert.equal(isAllowed(text), false, text);
  }
});

Deno.test("publicAddress also allows exactly the given ranges, mapped addresses included", () => {
  const isAllowed = publicAddress(["10.1.0.0/16", "127.0.0.1/32", "fd00:1::/32"]);
  for (
    const ip of ["10.1.0.0", "10.1.255.255", "::ffff:10.1.2.3", "::ffff:a01:203", "127.0.0.1", "fd00:1::9", "8.8.8.8"]
  ) {
    assert.equal(isAllowed(ip), true, ip);
  }
  for (const ip of ["10.0.255.255", "10.2.0.0", "::ffff:10.2.0.0", "127.0.0.2", "::1", "fd00:2::", "::10.1.0.1"]) {
    assert.equal(isAllowed(ip), false, ip);
  }
  assert.equal(publicAddress(["::/0"])("::ffff:127.0.0.1"), false);
  assert.throws(() => publicAddress(["10.0.0.0/8", "10/8"]), /"10\/8" is not a range of addresses/);
});

Deno.test("isCidr takes ranges in their usual writing only", () => {
  for (const text of ["10.0.0.0/8", "0.0.0.0/0", "127.0.0.1/32", "fd00::/8", "::/0", "::1/128"]) {
    assert.equal(isCidr(text), true, text);
  }
  const others = "10.0.0.0 10.0.0.0/ 10.0.0.0/33 10.0.0.0/08 10.0.0.0/-1 10/8 010.0.0.0/8 fd00::/129 fe80::1%eth0/64 " +
    "::ffff:10.0.0.0/104 ::FFFF:a00:0/104 0:0:0:0:0:ffff:10.0.0.0/104 [fd00::]/8 example/8";
  for (const text of ["", "10.0.0.0/8 ", ...others.split(" ")]) assert.equal(isCidr(text), false, text);
});

function answer(host: string, resolve: Resolve | undefined, allowCidrs: readonly string[]): Promise<unknown> {
  return new Promise((settle, reject) => {
    vettingLookup(publicAddress(allowCidrs), resolve)(host, { all: true }, (error, addresses) => {
      if (error === null) settle(addresses);
      else reject(error);
    });
  });
}

Deno.test("vettingLookup returns all addresses of a name, or the first one, and names one that is forbidden", async () => {
  const addresses = [{ address: "8.8.8.8", family: 4 }, { address: "10.0.0.1", family: 4 }];
  const resolve = () => Promise.resolve(addresses);
  assert.deepEqual(await answer("subscriber.example", resolve, ["10.0.0.0/8"]), addresses);
  await assert.rejects(answer("mixed.example", resolve, []), {
    code: BLOCKED,
    message: "mixed.example resolves to 10.0.0.1, which is not allowed.",
  });
  const first = Promise.withResolvers<unknown>();
  vettingLookup(() => true, resolve)("subscriber.example", {}, (...values) => first.resolve(values));
  assert.deepEqual(await first.promise, [null, "8.8.8.8", 4]);
  // By default of the system.
  const own = [{ address: "192.0.2.7", family: 4 }];
  assert.deepEqual(await answer("192.0.2.7", undefined, ["0.0.0.0/0"]), own);
});

Deno.test("vettingLookup takes names under localhost for this machine, without a DNS query", async () => {
  const nobody = () => Promise.reject(new Error("asked"));
  for (const host of ["localhost", "LOCALHOST", "a.subscriber.localhost"]) {
    const loopback = [{ address: "127.0.0.1", family: 4 }];
    assert.deepEqual(await answer(host, nobody, ["127.0.0.0/8"]), loopback);
    await assert.rejects(answer(host, nobody, []), { code: BLOCKED });
  }
  await assert.rejects(answer("notlocalhost", nobody, ["127.0.0.0/8"]), /asked/);
});
