import assert from "node:assert/strict";
import { newFrames } from "../../../../domain/insights/prose/frames.ts";
import { starsVerdict } from "../../../../domain/insights/prose/stars_verdict.ts";

Deno.test("starsVerdict() counts reviews, their mean and those with four or five stars", () => {
  const frames = newFrames();
  const told = () => starsVerdict([5, 4, 3, 1, 5], { name: "Ada", verb: "name", isNamed: true }, frames);
  assert.deepEqual([told(), told(), told(), told()], [
    "5 reviews name Ada, with 3.6 stars on average.",
    "Of 5 reviews that name Ada, 3 give four or five stars; the average is 3.6 stars.",
    "The 5 reviews that name Ada give 3.6 stars on average.",
    "3 of the 5 reviews that name Ada give four or five stars.",
  ]);
});

Deno.test("starsVerdict() says of none and of one that give four or five stars nothing but the mean", () => {
  for (const ratings of [[1, 1, 2], [5, 1, 1], [4, 5, 4]]) {
    const frames = newFrames();
    for (let turn = 0; turn < 12; turn++) {
      assert.match(
        starsVerdict(ratings, { name: "Ada", verb: "name", isNamed: true }, frames) ?? "none",
        / stars on average|^On average /,
      );
    }
    assert.equal(starsVerdict(ratings, { name: "Ada", verb: "name", isNamed: true }, frames), null);
  }
});
