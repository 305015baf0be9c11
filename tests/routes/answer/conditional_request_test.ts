import assert from "node:assert/strict";
import { evaluatePreconditions } from "../../../routes/answer/conditional_request.ts";

const TIME = Date.parse("2026-11-20T09:15:00Z");
const VALIDATORS = { entityTag: '"abc,d"', lastModified: TIME };
const [BEFORE, AT, AFTER] = [
  "Fri, 20 Nov 2026 09:14:59 GMT",
  "Fri, 20 Nov 2026 09:15:00 GMT",
  "Sat, 21 Nov 2026 00:00:00 GMT",
];
const [SAME, OTHER] = ['"abc,d"', '"other"'];

function assertOutcomes(
  expected: ReturnType<typeof evaluatePreconditions>,
  cases: readonly Readonly<Record<string, string>>[],
  validators: Parameters<typeof evaluatePreconditions>[1] = VALIDATORS,
): void {
  for (const fields of cases) {
    assert.equal(evaluatePreconditions(new Headers(fields), validators), expected, JSON.stringify(fields));
  }
}

Deno.test("If-None-Match is compared weakly, alone or in a list", () => {
  const named = [SAME, 'W/"abc,d"', '"x", "abc,d"', '"x" , W/"abc,d","y"', "*", " * "];
  assertOutcomes("not modified", named.map((field) => ({ "if-none-match": field })));
  const unnamed = ['"abc"', '"abc,d', "abc,d", '"d"', '""', "", '"abc,d"x', 'w/"abc,d"', '"ABC,D"'];
  assertOutcomes("proceed", unnamed.map((field) => ({ "if-none-match": field })));
});

Deno.test("If-Match is compared strongly, alone or in a list", () => {
  assertOutcomes("proceed", [SAME, '"x", "abc,d"', "*"].map((field) => ({ "if-match": field })));
  assertOutcomes("failed", ['W/"abc,d"', '"x"', "abc,d", '""', ""].map((field) => ({ "if-match": field })));
});

Deno.test("times are compared in whole seconds, if they are HTTP dates and the resource has one", () => {
  assertOutcomes("not modified", [{ "if-modified-since": AT }, { "if-modified-since": AFTER }]);
  assertOutcomes("not modified", [{ "if-modified-since": AT }], { ...VALIDATORS, lastModified: TIME + 900 });
  const ignored = ["tomorrow", "2030-01-01", "1900000000", "", "Fri, 20 Nov 2036 09:15:00 +0000"];
  assertOutcomes("proceed", [BEFORE, ...ignored].map((field) => ({ "if-modified-since": field })));
  assertOutcomes("proceed", [{ "if-modified-since": AFTER }, { "if-unmodified-since": BEFORE }], {
    ...VALIDATORS,
    lastModified: null,
  });
});

Deno.test("all three forms of an HTTP date are read as UTC", () => {
  const lastModified = Date.parse("1994-11-06T08:49:37Z");
  const forms = ["Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"];
  const fields = forms.map((form) => ({ "if-modified-since": form }));
  assertOutcomes("not modified", fields, { ...VALIDATORS, lastModified });
  assertOutcomes("proceed", fields, { ...VALIDATORS, lastModified: lastModified + 1000 });
});

Deno.test("preconditions are evaluated in the order of RFC 9110 13.2.2", () => {
  assertOutcomes("proceed", [
    {},
    { "if-unmodified-since": AT },
    { "if-unmodified-since": "yesterday" },
    { "if-match": SAME, "if-unmodified-since": BEFORE },
    { "if-match": SAME, "if-none-match": OTHER, "if-modified-since": AFTER },
    { "if-none-match": OTHER, "if-modified-since": AFTER },
  ]);
  assertOutcomes("failed", [
    { "if-unmodified-since": BEFORE },
    { "if-match": OTHER, "if-unmodified-since": AFTER },
    { "if-match": OTHER, "if-none-match": SAME },
    { "if-unmodified-since": BEFORE, "if-none-match": SAME },
  ]);
  assertOutcomes("not modified", [
    { "if-match": SAME, "if-none-match": SAME },
    { "if-unmodified-since": AT, "if-modified-since": AT },
  ]);
});
