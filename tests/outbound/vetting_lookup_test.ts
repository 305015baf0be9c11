import assert from "node:assert/strict";
import { BLOCKED, publicAddress, type Resolve, vettingLookup } from "../../outbound/public_address.ts";

const PUBLIC = [{ address: "8.8.8.8", family: 4 }, { address: "2606:4700::1111", family: 6 }];

function answer(host: string, resolve: Resolve, allowCidrs: readonly string[] = []): Promise<unknown> {
  return new Promise((settle, reject) => {
    vettingLookup(publicAddress(allowCidrs), resolve)(host, { all: true }, (error, addresses) => {
      if (error === null) settle(addresses);
      else reject(error);
    });
  });
}

Deno.test("vettingLookup returns all addresses, or the first one, of a public name", async () => {
  assert.deepEqual(await answer("subscriber.example", () => Promise.resolve(PUBLIC)), PUBLIC);
  const lookup = vettingLookup(publicAddress([]), () => Promise.resolve(PUBLIC));
  const { promise, resolve } = Promise.withResolvers<unknown>();
  lookup("subscriber.example", {}, (...values) => resolve(values));
  assert.deepEqual(await promise, [null, "8.8.8.8", 4]);
});

Deno.test("vettingLookup refuses a name if any of its addresses is forbidden, in any position", async () => {
  const wrong = { address: "10.0.0.1", family: 4 };
  for (const addresses of [[wrong], [wrong, ...PUBLIC], [...PUBLIC, wrong]]) {
    await assert.rejects(answer("mixed.example", () => Promise.resolve(addresses)), {
      code: BLOCKED,
      message: "mixed.example resolves to 10.0.0.1, which is not allowed.",
    });
  }
  assert.deepEqual(await answer("mixed.example", () => Promise.resolve([wrong]), ["10.0.0.0/8"]), [wrong]);
});

Deno.test("vettingLookup takes names under localhost for this machine, without a DNS query", async () => {
  const nobody = () => Promise.reject(new Error("asked"));
  for (const host of ["localhost", "LOCALHOST", "a.subscriber.localhost"]) {
    const loopback = [{ address: "127.0.0.1", family: 4 }];
    assert.deepEqual(await answer(host, nobody, ["127.0.0.0/8"]), loopback);
    await assert.rejects(answer(host, nobody), { code: BLOCKED });
  }
  await assert.rejects(answer("notlocalhost", nobody, ["127.0.0.0/8"]), /asked/);
});

Deno.test("vettingLookup uses the system's resolver by default", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  vettingLookup(publicAddress(["0.0.0.0/0"]))("192.0.2.7", { all: true }, (...values) => resolve(values));
  assert.deepEqual(await promise, [null, [{ address: "192.0.2.7", family: 4 }]]);
});
