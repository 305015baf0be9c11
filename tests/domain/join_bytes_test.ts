import assert from "node:assert/strict";
import { joinBytes } from "../../domain/buffers.ts";

Deno.test("joinBytes() concatenates pieces into a new buffer or into the given one", () => {
  const pieces = [[1, 2], [], [3]].map((bytes) => Uint8Array.from(bytes));
  assert.deepEqual([...joinBytes(pieces)], [1, 2, 3]);
  assert.equal(joinBytes([]).length, 0);
  const buffer = new Uint8Array(5).fill(9);
  assert.deepEqual([...joinBytes(pieces, buffer)], [1, 2, 3]);
  assert.deepEqual([...buffer], [1, 2, 3, 9, 9]);
});
