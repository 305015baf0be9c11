import assert from "node:assert/strict";
import { inItsStars, reviewScore, sentimentOf, starScore } from "../../../../domain/insights/sentiment/review_score.ts";

Deno.test("a score is positive above 0.1, negative below -0.1 and else neutral", () => {
  assert.deepEqual([0.1, 0, -0.1].map(sentimentOf), ["neutral", "neutral", "neutral"]);
  assert.deepEqual([0.1001, -0.1001].map(sentimentOf), ["positive", "negative"]);
});

Deno.test("a review without text has the score of its stars", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((rating) => reviewScore(rating, [])), [-1, -0.5, 0, 0.5, 1]);
  assert.equal(starScore(4), 0.5);
});

Deno.test("a text without opinion leaves the stars: four are positive, three are not", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((rating) => sentimentOf(reviewScore(rating, [0]))), [
    "negative",
    "negative",
    "neutral",
    "positive",
    "positive",
  ]);
  assert.ok(reviewScore(3, [0]) < 0);
});

Deno.test("criticism weighs less in a review of five stars, and several sentences of one sentiment weigh more than one", () => {
  assert.deepEqual([inItsStars(5, -0.5), inItsStars(4, -0.5), inItsStars(5, 0.5)], [-0.25, -0.5, 0.5]);
  assert.ok(reviewScore(3, [0.5, 0.5]) > reviewScore(3, [0.5]));
  assert.equal(reviewScore(3, [0.5, 0.04]), reviewScore(3, [0.5]));
});
