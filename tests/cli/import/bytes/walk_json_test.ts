import fc from "fast-check";
import assert from "node:assert/strict";
import { jsonLines, walkJson } from "../../../../cli/import/bytes/walk_json.ts";

function errorAt(text: string): number {
  return walkJson(new TextEncoder().encode(text), () => true);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("walkJson() finds an error exactly where JSON.parse refuses a document", () => {
  const damaged = fc.tuple(
    fc.json(),
    fc.nat(200),
    fc.nat(3),
    fc.constantFrom("", "]", "}", ",", '"', "\\", "0", "e", "\n"),
  )
    .map(([text, at, length, piece]) => text.slice(0, at) + piece + text.slice(at + length));
  fc.assert(fc.property(fc.oneof(fc.json(), damaged), (text) => {
    // A cut may leave half of a surrogate pair, which has no bytes of its own.
    const whole = text.toWellFormed();
    assert.equal(errorAt(whole) === -1, isJson(whole), whole);
  }));
});

Deno.test("walkJson() gives the offset of the first error in bytes", () => {
  assert.equal(errorAt('{"ä": 1, b: 2}'), 10);
  assert.equal(errorAt("[1, 2"), 5);
  assert.equal(errorAt("[1] x"), 4);
  assert.equal(errorAt('["a\\x"]'), 3);
  assert.equal(errorAt('["open'), 6);
  assert.equal(errorAt('["a\nb"]'), 3);
  assert.equal(errorAt(""), 0);
  assert.equal(errorAt("[01]"), 2);
});

Deno.test("walkJson() gives the path of every element of every array", () => {
  const ways: string[] = [];
  const json = new TextEncoder().encode('{"a\\"b": [1, {"c": [[], "x]"]}], "d": {"e": [{}]}}');
  walkJson(json, (path, offset) => ways.push(`${path.join("/")}@${offset}`) > 0);
  assert.deepEqual(ways, ['a"b/0@10', 'a"b/1@13', 'a"b/1/c/0@20', 'a"b/1/c/1@24', "d/e/0@45"]);
});

Deno.test("jsonLines() is not misled by brackets, quotes and line breaks within strings", () => {
  const text = '{"reviews": [\n {"text": "a ] \\" [ \\n"},\r\n\r\n {"x": [1,\r 2]},\n\n 5\n]}';
  const json = new TextEncoder().encode(text);
  assert.deepEqual(jsonLines(json, [["reviews", 0], ["reviews", 1], ["reviews", 2]]), [2, 4, 7]);
  assert.deepEqual(jsonLines(json, [["reviews", 1, "x", 1]]), [5]);
});
