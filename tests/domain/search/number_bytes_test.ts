import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import {
  appendNumber,
  bytesOfNumber,
  createNumberBytes,
  NumberReader,
  packedBytes,
} from "../../../domain/search/number_bytes.ts";
import { lowerBound } from "../../../domain/search/lower_bound.ts";

const number = fc.oneof(
  fc.constantFrom(0, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152, 0x7fffffff, 0xffffffff),
  fc.nat({ max: 0xffffffff }),
);

Deno.test("numbers read back as they were appended, from any initial capacity", () => {
  fc.assert(fc.property(fc.array(number, { maxLength: 50 }), fc.nat({ max: 20 }), (numbers, room) => {
    const list = createNumberBytes(room);
    for (const number of numbers) {
      const before = list.length;
      appendNumber(list, number);
      assert.equal(list.length - before, bytesOfNumber(number));
    }
    const bytes = packedBytes(list);
    assert.equal(bytes.length, list.length);
    const reader = new NumberReader(bytes, 0);
    assert.deepEqual(numbers.map(() => reader.next()), numbers);
    assert.equal(reader.at, bytes.length);
  }));
});

Deno.test("a number up to 127 takes one byte", () => {
  assert.deepEqual([0, 127, 128, 16_384].map(bytesOfNumber), [1, 1, 2, 3]);
});

Deno.test("lowerBound() finds the first index for which the test is false", () => {
  for (let size = 0; size <= 9; size++) {
    for (let first = 0; first <= size; first++) assert.equal(lowerBound(0, size, (index) => index < first), first);
  }
});

Deno.test("lowerBound() tests only indexes between the bounds", () => {
  const asked: number[] = [];
  assert.equal(lowerBound(3, 6, (index) => asked.push(index) > 0), 6);
  assert.ok(asked.every((index) => index >= 3 && index < 6), `${asked}`);
  assert.equal(lowerBound(3, 6, () => false), 3);
});
