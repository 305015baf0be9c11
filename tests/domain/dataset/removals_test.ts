import assert from "node:assert/strict";
import { MOST_REMOVALS, removalsAfter } from "../../../domain/dataset/removals.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const [A, B, C] = ["a", "b", "c"].map((native) => reviewOf({ native })) as [
  ReturnType<typeof reviewOf>,
  ReturnType<typeof reviewOf>,
  ReturnType<typeof reviewOf>,
];
const MAY = "2026-05-01T00:00:00Z";
const LATER_IN_MAY = "2026-05-31T00:00:00Z";
const JUNE = "2026-06-01T00:00:00Z";

Deno.test("what is no longer published is told, the newest first, until it is published again or 30 days are over", () => {
  const first = removalsAfter([], [A, B, C], [C], MAY);
  assert.deepEqual(first, [{ id: A.id, at: MAY }, { id: B.id, at: MAY }]);
  assert.deepEqual(removalsAfter(first, [C], [], LATER_IN_MAY), [{ id: C.id, at: LATER_IN_MAY }, ...first]);
  assert.deepEqual(removalsAfter(first, [C], [C], JUNE), []);
  assert.deepEqual(removalsAfter(first, [C], [C, A], MAY), [{ id: B.id, at: MAY }]);
  // Removed, published and removed again: told once.
  assert.deepEqual(removalsAfter(first, [A, C], [C], LATER_IN_MAY), [
    { id: A.id, at: LATER_IN_MAY },
    { id: B.id, at: MAY },
  ]);
  assert.deepEqual(removalsAfter([], null, [C], MAY), []);
});

Deno.test("no more removals are told than a feed has entries: those of the newest reviews", () => {
  const many = Array.from({ length: 200 }, (_, n) => reviewOf({ native: `${n}` }));
  const told = removalsAfter([{ id: A.id, at: MAY }], many, [], LATER_IN_MAY);
  assert.deepEqual(told, many.slice(0, MOST_REMOVALS).map(({ id }) => ({ id, at: LATER_IN_MAY })));
});
