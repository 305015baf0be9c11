import assert from "node:assert/strict";
import { trend } from "../../../../domain/insights/figures/trend.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

/** Reviews newest first: one in the newest month, then late and early ratings. */
function reviewsOf(late: readonly number[], early: readonly number[], newest = 3) {
  const of = (date: string) => (rating: number, index: number) =>
    reviewOf({ native: `${date} ${index}`, date, rating });
  return [of("2026-02-10")(newest, 0), ...late.map(of("2025-11-05")), ...early.map(of("2025-08-31"))];
}

Deno.test("trend() is improving or declining when the means of three full months differ clearly", () => {
  assert.equal(trend(reviewsOf([5, 5, 5, 5, 4], [3, 3, 2, 3, 3])), "improving");
  assert.equal(trend(reviewsOf([3, 3, 2, 3, 3], [5, 5, 5, 5, 4])), "declining");
});

Deno.test("trend() is stable when the difference is small or may be chance", () => {
  assert.equal(trend(reviewsOf([5, 5, 5, 5, 5, 5, 5, 5, 5, 5], [5, 5, 5, 5, 5, 5, 5, 5, 5, 4])), "stable");
  assert.equal(trend(reviewsOf([5, 1, 5, 5, 5], [1, 5, 5, 1, 5])), "stable");
});

Deno.test("trend() needs five reviews on each side and leaves out the month of the newest", () => {
  assert.equal(trend([]), "insufficient_data");
  assert.equal(trend(reviewsOf([5, 5, 5, 5], [3, 3, 3, 3, 3], 5)), "insufficient_data");
  assert.equal(trend(reviewsOf([5, 5, 5, 5, 5], [3, 3, 3, 3], 5)), "insufficient_data");
});
