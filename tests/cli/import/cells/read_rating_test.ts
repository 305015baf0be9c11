import assert from "node:assert/strict";
import { readRating, readStarWord } from "../../../../cli/import/cells/read_rating.ts";
import { ValueFault } from "../../../../cli/import/cells/value_fault.ts";

Deno.test("readRating() reads whole stars written as a number or as digits", () => {
  for (const value of [5, 5.0, "5", "5.0", " 5 ", "5,0", "5.00"]) assert.equal(readRating(value), 5, String(value));
  for (const value of [1, 2, 3, 4]) assert.equal(readRating(String(value)), value);
});

Deno.test("readRating() refuses fractions, other scales, words and what is no number", () => {
  const wrong = [4.5, "4.5", "4,5", 0, "0", 6, "6", "55", "5/5", "five", "FIVE", "", null, undefined, true, [5], NaN];
  for (const value of wrong) {
    const result = readRating(value);
    assert.ok(result instanceof ValueFault, String(value));
    assert.equal(result.allowed, "a whole number of stars from 1 to 5");
  }
});

Deno.test("readStarWord() reads ONE to FIVE and refuses an unspecified rating and digits", () => {
  assert.deepEqual(["ONE", "TWO", "THREE", "FOUR", "FIVE"].map(readStarWord), [1, 2, 3, 4, 5]);
  for (const value of ["STAR_RATING_UNSPECIFIED", "five", "5", 5, undefined]) {
    assert.ok(readStarWord(value) instanceof ValueFault, String(value));
  }
});
