import assert from "node:assert/strict";
import { newFrames } from "../../../../domain/insights/prose/frames.ts";
import { starsOfName, starsOfThing } from "../../../../domain/insights/prose/stars_verdict.ts";

Deno.test("starsOfName() counts reviews, their mean and those with four or five stars", () => {
  const frames = newFrames();
  const told = () => starsOfName([5, 4, 3, 1, 5], { name: "Ada", verb: "name" }, frames);
  assert.deepEqual([told(), told(), told(), told()], [
    "5 reviews name Ada, with 3.6 stars on average.",
    "Of 5 reviews that name Ada, 3 give four or five stars; the average is 3.6 stars.",
    "The 5 reviews that name Ada give 3.6 stars on average.",
    "3 of the 5 reviews that name Ada give four or five stars.",
  ]);
});

Deno.test("starsOfName() says of none and of one that give four or five stars nothing but the mean", () => {
  for (const ratings of [[1, 1, 2], [5, 1, 1], [4, 5, 4]]) {
    const frames = newFrames();
    for (let turn = 0; turn < 12; turn++) {
      assert.match(
        starsOfName(ratings, { name: "Ada", verb: "name" }, frames) ?? "none",
        / stars on average|^On average /,
      );
    }
    assert.equal(starsOfName(ratings, { name: "Ada", verb: "name" }, frames), null);
  }
});

Deno.test("starsOfThing() names a side only where most of those that nobody found may differ, and counts a fifth less", () => {
  const told = (high: number, middle: number, low: number) =>
    starsOfThing([...Array(high).fill(5), ...Array(middle).fill(3), ...Array(low).fill(1)], "Gutters", newFrames());
  assert.equal(told(9, 1, 0), "Gutters: at least 8 reviews mention this, most of them with four or five stars.");
  assert.equal(told(0, 2, 10), "Gutters: at least 9 reviews mention this, most of them with one or two stars.");
  assert.equal(
    told(6, 2, 2),
    "Gutters: at least 8 reviews mention this, some with four or five stars and some with one or two.",
  );
  // Four of five may be chance, and neither one review nor three stars are "some with one or two".
  for (const [high, middle, low] of [[4, 0, 1], [4, 1, 0], [3, 3, 1]] as const) {
    assert.equal(told(high, middle, low), null);
  }
});
