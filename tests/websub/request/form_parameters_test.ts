import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { formParameters } from "../../../websub/request/subscription_request.ts";

const KNOWN = new Set(["hub.mode", "hub.topic"]);
const read = (body: string) => Object.fromEntries(formParameters(body, KNOWN));

Deno.test("formParameters() reads the output of URLSearchParams, and ignores unknown parameters", () => {
  const name = fc.oneof(fc.constantFrom("hub.mode", "hub.topic"), fc.string({ unit: "grapheme" }));
  // Both refuse or replace lone surrogates, which UTF-8 cannot carry.
  const value = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.array(fc.tuple(name, value)), (pairs) => {
      const written = new URLSearchParams(pairs);
      const expected = [...KNOWN].map((known) => [known, written.getAll(known)] as const)
        .filter(([, values]) => values.length > 0);
      assert.deepEqual(read(written.toString()), Object.fromEntries(expected));
    }),
    runs(500),
  );
});

Deno.test("formParameters() takes any body, and agrees with URLSearchParams wherever the escapes are right", () => {
  const unit = fc.constantFrom("hub.mode", "hub.topic", "=", "&", "+", "%", "%41", "%C3%A9", "%FF", "é", "x", "?", ";");
  fc.assert(
    fc.property(fc.array(unit), (units) => {
      // The constructor drops a question mark before the first name; a body has none to drop.
      const expected = new URLSearchParams(`&${units.join("")}`);
      const found = formParameters(units.join(""), KNOWN);
      for (const name of KNOWN) {
        const [ours, theirs] = [found.get(name) ?? [], expected.getAll(name)];
        assert.equal(ours.length, theirs.length);
        ours.forEach((value, at) => assert.ok(value === null || value === theirs[at], `${value}`));
      }
    }),
    runs(1000),
  );
});

Deno.test("formParameters() decodes once", () => {
  assert.deepEqual(read("hub.topic=a%2Bb%2526c+d=e&hub%2Emode=%E2%82%AC&hub.mode"), {
    "hub.topic": ["a+b%26c d=e"],
    "hub.mode": ["€", ""],
  });
});

Deno.test("formParameters() gives null for a value that is not percent-encoded UTF-8, and ignores such names", () => {
  for (const text of ["%", "%4", "%zz", "a%FF", "%C0%AF", "%ED%A0%80", "%E2%82", "%F4%90%80%80"]) {
    assert.deepEqual(read(`hub.mode=${text}&${text}=1&hub.topic${text}=2&other=${text}`), { "hub.mode": [null] }, text);
  }
});
