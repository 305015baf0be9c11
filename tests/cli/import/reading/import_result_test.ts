import assert from "node:assert/strict";
import type { FileRow } from "../../../../cli/import/reading/file_reading.ts";
import { ImportResult } from "../../../../cli/import/reading/import_result.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

function badRow(place: number, faults: number): FileRow {
  const fault = { field: "rating", value: "6", allowed: "less" };
  return { review: null, updated: null, skipped: null, faults: Array(faults).fill(fault), place };
}

const linesOf = (places: readonly unknown[]) => places.map(Number);

Deno.test("ImportResult tells a kind of fault once, with its count and first places", () => {
  const result = new ImportResult(false);
  result.add("a", Array.from({ length: 6 }, (_, index) => badRow(index + 1, 3)), linesOf);
  result.add("b", [badRow(1, 3), badRow(2, 1)], linesOf);
  const first = { file: "a", line: 1, field: "rating", value: "6", allowed: "less" };
  assert.deepEqual(result.faultKinds, [{ first, count: 22, furtherLines: [1, 1] }]);
  assert.deepEqual([result.faultCount, result.badRows, result.faults.length], [22, 8, 0]);
});

Deno.test("ImportResult asks for lines only of the places that it tells, unless all are wanted", () => {
  const asked: unknown[] = [];
  const asking = (places: readonly unknown[]) => {
    asked.push(...places);
    return places.map(Number);
  };
  const rows = Array.from({ length: 9 }, (_, index) => badRow(index + 1, 1));
  new ImportResult(false).add("a", rows, asking);
  assert.deepEqual(asked, [1, 2, 3]);
  const all = new ImportResult(true);
  all.add("a", rows, asking);
  assert.deepEqual(all.faults.map(({ line }) => line), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

Deno.test("ImportResult counts rows left out by reason and keeps one version of a review", () => {
  const result = new ImportResult(false);
  const good = { review: reviewOf({}), updated: null, skipped: null, faults: [], place: null };
  const skipped = { review: null, updated: null, skipped: "spam", faults: [], place: null };
  result.add("a", [good, skipped, skipped], linesOf);
  result.add("b", [good, skipped], linesOf);
  assert.deepEqual([...result.skipped], [["spam", 3]]);
  assert.deepEqual([result.reviews.length, result.badRows], [1, 0]);
});
