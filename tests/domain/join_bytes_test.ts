import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { encodeTexts, joinBytes, moveBytes } from "../../domain/buffers.ts";

Deno.test("joinBytes() concatenates pieces into a new buffer or into the given one", () => {
  const pieces = [[1, 2], [], [3]].map((bytes) => Uint8Array.from(bytes));
  assert.deepEqual([...joinBytes(pieces)], [1, 2, 3]);
  assert.equal(joinBytes([]).length, 0);
  const buffer = new Uint8Array(5).fill(9);
  assert.deepEqual([...joinBytes(pieces, buffer)], [1, 2, 3]);
  assert.deepEqual([...buffer], [1, 2, 3, 9, 9]);
});

Deno.test("moveBytes() concatenates pieces and frees their memory", () => {
  const pieces = [[1, 2], [], [3]].map((bytes) => Uint8Array.from(bytes));
  assert.deepEqual([...moveBytes(pieces)], [1, 2, 3]);
  assert.deepEqual(pieces.map(({ buffer }) => buffer.byteLength), [0, 0, 0]);
});

Deno.test("encodeTexts() gives the bytes of all texts, whether they fit into one block or not", () => {
  const long = "é€😀".repeat(3_000_000);
  for (const texts of [[], [""], ["é"], ["a", "", "b€", "😀"], ["a", long, "b", long, "c"]]) {
    assert.ok(Buffer.from(texts.join("")).equals(encodeTexts(texts)));
  }
});
