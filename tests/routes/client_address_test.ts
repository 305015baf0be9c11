import { fc, runs } from "../support/properties.ts";
import assert from "node:assert/strict";
import { clientAddress } from "../../routes/websub_hub.ts";

const isTrusted = (address: string) => address.startsWith("10.") || address === "::1";

Deno.test("clientAddress() is the peer of the connection unless it is a trusted proxy", () => {
  for (const field of [null, "", "192.0.2.1", "10.0.0.1, 192.0.2.1"]) {
    assert.equal(clientAddress("198.51.100.7", field, isTrusted), "198.51.100.7");
    assert.equal(clientAddress("10.0.0.9", field, () => false), "10.0.0.9");
  }
});

Deno.test("clientAddress() walks from the right over trusted proxies, and ends at an entry that is no address", () => {
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
    assert.equal(clientAddress("10.0.0.9", field, isTrusted), address, field);
  }
  const wrong = "unknown||  |_hidden|10.0.0|10.0.0.1.2|999.0.0.1|[10.0.0.1|example.org|10".split("|");
  for (const entry of wrong) {
    assert.equal(clientAddress("10.0.0.9", `192.0.2.1, ${entry}, 10.0.0.2`, isTrusted), "10.0.0.2", entry);
    assert.equal(clientAddress("10.0.0.9", entry, isTrusted), "10.0.0.9", entry);
  }
});

Deno.test("clientAddress() cannot be moved by what a client writes to the left", () => {
  const invented = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string()), { maxLength: 5 });
  fc.assert(
    fc.property(invented, (entries) => {
      const field = [...entries, "192.0.2.1", "10.0.0.2"].join(", ");
      assert.equal(clientAddress("10.0.0.9", field, isTrusted), "192.0.2.1");
    }),
    runs(200),
  );
});
