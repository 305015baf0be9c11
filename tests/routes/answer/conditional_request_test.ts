import assert from "node:assert/strict";
import { evaluatePreconditions, isNotModified, parseHttpDate } from "../../../routes/answer/conditional_request.ts";

const TIME = Date.parse("2026-11-20T09:15:00Z");
const VALIDATORS = { entityTag: '"abc,d"', lastModified: TIME };

function notModified(headers: Record<string, string>): boolean {
  return isNotModified(new Headers(headers), VALIDATORS);
}

Deno.test("isNotModified() holds when If-None-Match names the tag, weak or in a list", () => {
  for (const field of ['"abc,d"', 'W/"abc,d"', '"x", "abc,d"', '"x" , W/"abc,d","y"', "*", " * "]) {
    assert.equal(notModified({ "if-none-match": field }), true, field);
  }
});

Deno.test("isNotModified() does not hold when no tag in If-None-Match is the same", () => {
  for (const field of ['"abc"', '"abc,d', "abc,d", '"d"', '""', "", '"abc,d"x', 'w/"abc,d"', '"ABC,D"']) {
    assert.equal(notModified({ "if-none-match": field }), false, field);
  }
});

Deno.test("isNotModified() ignores If-Modified-Since where If-None-Match is given", () => {
  const later = "Sat, 21 Nov 2026 00:00:00 GMT";
  assert.equal(notModified({ "if-none-match": '"other"', "if-modified-since": later }), false);
  assert.equal(notModified({ "if-modified-since": later }), true);
});

Deno.test("isNotModified() compares If-Modified-Since by whole seconds", () => {
  const at = (date: string) => notModified({ "if-modified-since": date });
  assert.equal(at("Fri, 20 Nov 2026 09:15:00 GMT"), true);
  assert.equal(at("Fri, 20 Nov 2026 09:14:59 GMT"), false);
  const precise = { entityTag: '"a"', lastModified: TIME + 900 };
  assert.equal(isNotModified(new Headers({ "if-modified-since": "Fri, 20 Nov 2026 09:15:00 GMT" }), precise), true);
});

Deno.test("isNotModified() ignores If-Modified-Since when it is no HTTP date or the resource has no time", () => {
  for (const field of ["tomorrow", "2030-01-01", "1900000000", "", "Fri, 20 Nov 2036 09:15:00 +0000"]) {
    assert.equal(notModified({ "if-modified-since": field }), false, field);
  }
  const timeless = { entityTag: '"a"', lastModified: null };
  assert.equal(isNotModified(new Headers({ "if-modified-since": "Sat, 21 Nov 2099 00:00:00 GMT" }), timeless), false);
});

Deno.test("parseHttpDate() reads all three forms as UTC", () => {
  const expected = Date.parse("1994-11-06T08:49:37Z");
  assert.equal(parseHttpDate("Sun, 06 Nov 1994 08:49:37 GMT"), expected);
  assert.equal(parseHttpDate("Sunday, 06-Nov-94 08:49:37 GMT"), expected);
  assert.equal(parseHttpDate("Sun Nov  6 08:49:37 1994"), expected);
});

Deno.test("evaluatePreconditions() fails by If-Match unless it names the tag, strongly", () => {
  const outcome = (field: string) => evaluatePreconditions(new Headers({ "if-match": field }), VALIDATORS);
  for (const field of ['"abc,d"', '"x", "abc,d"', "*"]) assert.equal(outcome(field), "proceed", field);
  for (const field of ['W/"abc,d"', '"x"', "abc,d", '""', ""]) assert.equal(outcome(field), "failed", field);
});

Deno.test("evaluatePreconditions() goes through the fields in the order of RFC 9110 13.2.2", () => {
  const [before, at, after] = [
    "Fri, 20 Nov 2026 09:14:59 GMT",
    "Fri, 20 Nov 2026 09:15:00 GMT",
    "Fri, 20 Nov 2026 10:00:00 GMT",
  ];
  const [same, other] = ['"abc,d"', '"other"'];
  const cases: readonly [Record<string, string>, string][] = [
    [{}, "proceed"],
    [{ "if-unmodified-since": before }, "failed"],
    [{ "if-unmodified-since": at }, "proceed"],
    [{ "if-unmodified-since": "yesterday" }, "proceed"],
    [{ "if-match": same, "if-unmodified-since": before }, "proceed"],
    [{ "if-match": other, "if-unmodified-since": after }, "failed"],
    [{ "if-match": same, "if-none-match": same }, "not modified"],
    [{ "if-match": other, "if-none-match": same }, "failed"],
    [{ "if-match": same, "if-none-match": other, "if-modified-since": after }, "proceed"],
    [{ "if-unmodified-since": before, "if-none-match": same }, "failed"],
    [{ "if-unmodified-since": at, "if-modified-since": at }, "not modified"],
  ];
  for (const [fields, expected] of cases) {
    assert.equal(evaluatePreconditions(new Headers(fields), VALIDATORS), expected, JSON.stringify(fields));
  }
  const timeless = { entityTag: same, lastModified: null };
  assert.equal(evaluatePreconditions(new Headers({ "if-unmodified-since": before }), timeless), "proceed");
});
