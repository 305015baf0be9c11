import assert from "node:assert/strict";
import { NewestReviews } from "../../../../cli/import/reading/import_result.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

function kept(...versions: [text: string, updated: number | null][]): (string | null)[] {
  const newest = new NewestReviews();
  for (const [text, updated] of versions) newest.add(reviewOf({ text }), updated);
  return newest.reviews().map(({ text }) => text);
}

Deno.test("NewestReviews keeps the version that was changed last, wherever it stands", () => {
  assert.deepEqual(kept(["new", 2], ["old", 1]), ["new"]);
  assert.deepEqual(kept(["old", 1], ["new", 2]), ["new"]);
});

Deno.test("NewestReviews keeps the last version when times are missing or equal", () => {
  assert.deepEqual(kept(["a", null], ["b", null]), ["b"]);
  assert.deepEqual(kept(["a", 1], ["b", null]), ["b"]);
  assert.deepEqual(kept(["a", 1], ["b", 1]), ["b"]);
});
