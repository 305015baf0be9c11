import assert from "node:assert/strict";
import { withoutPersonalAddresses } from "../../../domain/dataset/merge_reviews.ts";

const NONE = new Set<string>();

Deno.test("withoutPersonalAddresses() takes e-mail addresses out", () => {
  for (const address of ["jo@example.com", "JO.B+x@mail.example.co.uk", "jörg@münchen.example", "o'neil@example.org"]) {
    const text = `Write to ${address}, please.`;
    assert.equal(withoutPersonalAddresses(text, NONE), "Write to [e-mail address removed], please.", address);
  }
});

Deno.test("withoutPersonalAddresses() takes IP addresses out", () => {
  for (const address of ["192.168.1.20", "8.8.8.8", "2001:db8::1", "fe80::1", "2001:0db8:0:0:0:0:0:1"]) {
    assert.equal(withoutPersonalAddresses(`from ${address}.`, NONE), "from [IP address removed].", address);
  }
});

Deno.test("withoutPersonalAddresses() leaves what only looks like an address", () => {
  for (
    const text of [
      "met @ noon",
      "@larkmoor is great",
      "a@b",
      "came at 10:30:45",
      "std::string",
      "version 1.2.3",
      "12.50.300.1",
      "1.2.3.4.5",
      "$1,200.50",
    ]
  ) assert.equal(withoutPersonalAddresses(text, NONE), text);
});

Deno.test("withoutPersonalAddresses() leaves the business's own address", () => {
  const allowed = new Set(["office@acme.example"]);
  const text = "Mail Office@acme.example, not me@acme.example";
  assert.equal(withoutPersonalAddresses(text, allowed), "Mail Office@acme.example, not [e-mail address removed]");
});

Deno.test("withoutPersonalAddresses() comes to an end on 100,000 characters that nearly are addresses", () => {
  // Unbounded repetitions took quadratic time on these texts: minutes.
  for (const piece of ["a", "a@", "@", "1.", "1:", "a.", "::"]) {
    const text = piece.repeat(100_000 / piece.length);
    assert.equal(withoutPersonalAddresses(text, NONE), text);
  }
});
