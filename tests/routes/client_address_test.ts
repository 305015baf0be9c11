import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { EXAMPLE_FORM } from "../../openapi/hub_operation.ts";
import { testApp } from "../support/service/test_app.ts";

const isTrusted = (address: string) => address.startsWith("10.") || address === "::1";
const tcp = (hostname: string) => ({ remoteAddr: { transport: "tcp", hostname, port: 50_000 } });

/** The client of a request to the hub, by the peer of its connection and the field of its proxies. */
async function clientOf(peer: object | undefined, field: string | null, isTrustedProxy = isTrusted): Promise<string> {
  let client = "";
  const app = testApp(null, {
    isTrustedProxy,
    hub: (_, given) => {
      client = given;
      return Promise.resolve({ kind: "accepted" });
    },
  });
  const headers = new Headers({ "content-type": "application/x-www-form-urlencoded" });
  if (field !== null) headers.set("x-forwarded-for", field);
  const body = new URLSearchParams(EXAMPLE_FORM).toString();
  const request = new Request("https://reviews.example/api/websub/hub", { method: "POST", body, headers });
  assert.equal((await app.fetch(request, peer)).status, 202);
  return client;
}

Deno.test("the hub's client is the peer of the connection unless it is a trusted proxy", async () => {
  for (const field of [null, "", "192.0.2.1", "10.0.0.1, 192.0.2.1"]) {
    assert.equal(await clientOf(tcp("198.51.100.7"), field), "198.51.100.7");
    assert.equal(await clientOf(tcp("10.0.0.9"), field, () => false), "10.0.0.9");
    assert.equal(await clientOf(undefined, field), "unknown");
    assert.equal(await clientOf({ remoteAddr: { transport: "unix", path: "/run/socket" } }, field), "unknown");
  }
});

Deno.test("the search for the client walks from the right over trusted proxies, and ends at an entry that is no address", async () => {
  const found = {
    "192.0.2.1": "192.0.2.1",
    "192.0.2.66, 192.0.2.1": "192.0.2.1",
    "192.0.2.66, 192.0.2.1, 10.0.0.2,10.0.0.3": "192.0.2.1",
    "10.0.0.1, 192.0.2.1 , \t10.0.0.2": "192.0.2.1",
    "10.0.0.1, 10.0.0.2": "10.0.0.1",
    "2001:db8::7, ::1": "2001:db8::7",
    // With a port, or in brackets.
    "192.0.2.1:8080": "192.0.2.1",
    "[2001:db8::7]:443": "2001:db8::7",
    "[2001:db8::7]": "2001:db8::7",
    "192.0.2.1, 10.0.0.2:3128": "192.0.2.1",
  };
  for (const [field, address] of Object.entries(found)) {
    assert.equal(await clientOf(tcp("10.0.0.9"), field), address, field);
  }
  const wrong = "unknown||  |_hidden|10.0.0|10.0.0.1.2|999.0.0.1|[10.0.0.1|example.org|10".split("|");
  for (const entry of wrong) {
    assert.equal(await clientOf(tcp("10.0.0.9"), `192.0.2.1, ${entry}, 10.0.0.2`), "10.0.0.2", entry);
    assert.equal(await clientOf(tcp("10.0.0.9"), entry), "10.0.0.9", entry);
  }
});

Deno.test("what a client writes to the left does not change its address", async () => {
  // A header contains no line ends and no characters beyond Latin-1 (RFC 9110 5.5).
  const text = fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const invented = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), text), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(invented, async (entries) => {
      const field = [...entries, "192.0.2.1", "10.0.0.2"].join(", ");
      assert.equal(await clientOf(tcp("10.0.0.9"), field), "192.0.2.1");
    }),
    runs(200),
  );
});
