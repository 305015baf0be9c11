import assert from "node:assert/strict";
import { lowerBound } from "../../../domain/search/lower_bound.ts";

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
