import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { jsonError, jsonLines } from "../../../../cli/import/bytes/json_positions.ts";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("jsonError() finds an error exactly where JSON.parse refuses a document", () => {
  const damaged = fc.tuple(
    fc.json(),
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom("", "]", "}", ",", '"', "\\", "0", "e", "\n"),
  )
    .map(([text, at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));
  fc.assert(fc.property(fc.oneof(fc.json(), damaged), (text) => {
    assert.equal(jsonError(text) === null, isJson(text), text);
  }));
});

Deno.test("jsonError() gives line and column of the first error, and says whether the text ends there", () => {
  assert.equal(String(jsonError('{"ä": 1, b: 2}')), "the error is at line 1, column 10");
  assert.equal(String(jsonError("[1, 2")), "it ends too early at line 1, column 6");
  assert.equal(String(jsonError("[1] x")), "the error is at line 1, column 5");
  assert.equal(String(jsonError('["open')), "it ends too early at line 1, column 7");
  assert.equal(String(jsonError('["a\nb"]')), "the error is at line 1, column 4");
  assert.equal(String(jsonError("[\r\n1,\r\n")), "it ends too early at line 3, column 1");
  assert.equal(String(jsonError("")), "it ends too early at line 1, column 1");
  assert.equal(String(jsonError("[01]")), "the error is at line 1, column 3");
});

Deno.test("jsonLines() is not misled by brackets, quotes and line breaks within strings", () => {
  const text = '{"reviews": [\n {"text": "a ] \\" [ \\n"},\r\n\r\n {"x": [1,\r 2]},\n\n 5\n]}';
  assert.deepEqual(jsonLines(text, [["reviews", 0], ["reviews", 1], ["reviews", 2]]), [2, 4, 7]);
  assert.deepEqual(jsonLines(text, [["reviews", 1, "x", 1]]), [5]);
});
