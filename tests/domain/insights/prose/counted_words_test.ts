import fc from "fast-check";
import assert from "node:assert/strict";
import { countText, leastCount } from "../../../../domain/insights/prose/counted_words.ts";

Deno.test("countText() parts thousands, so that a summary says 20,000 reviews as pages do", () => {
  assert.deepEqual([0, 999, 1000, 20_000].map(countText), ["0", "999", "1,000", "20,000"]);
});

Deno.test("leastCount() takes a fifth off and rounds down, the more the greater the number", () => {
  assert.deepEqual([0, 1, 5, 10, 17, 24, 25, 43, 69, 166, 1081, 5018, 100_000].map(leastCount), [
    0,
    0,
    4,
    8,
    13,
    19,
    20,
    30,
    55,
    130,
    850,
    4000,
    80_000,
  ]);
});

Deno.test("leastCount() claims no more than four fifths, seldom less than three, and never less for more", () => {
  fc.assert(fc.property(fc.integer({ min: 10, max: 1_000_000 }), (found) => {
    const least = leastCount(found);
    assert.ok(least <= 0.8 * found + 1e-6 && least >= 0.59 * found, `${found}: ${least}`);
    assert.ok(leastCount(found + 1) >= least);
  }));
});
