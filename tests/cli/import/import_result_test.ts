import assert from "node:assert/strict";
import type { FileRow } from "../../../cli/import/file_reading.ts";
import { ImportResult } from "../../../cli/import/import_result.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

function badRow(place: number, faults: number): FileRow {
  const fault = { field: "rating", value: "6", allowed: "less" };
  return { review: null, updated: null, skipped: null, faults: Array(faults).fill(fault), place };
}

const linesOf = (places: readonly unknown[]) => places.map(Number);

Deno.test("ImportResult lists 20 faults over all files and counts the others", () => {
  const result = new ImportResult();
  result.add("a", Array.from({ length: 6 }, (_, index) => badRow(index + 1, 3)), linesOf);
  result.add("b", [badRow(1, 3), badRow(2, 1)], linesOf);
  assert.equal(result.faults.length, 20);
  assert.deepEqual(result.faults.slice(-3).map(({ file, line }) => [file, line]), [["a", 6], ["b", 1], ["b", 1]]);
  assert.equal(result.faultCount, 22);
  assert.equal(result.badRows, 8);
});

Deno.test("ImportResult asks for lines only of rows that it lists", () => {
  const asked: unknown[] = [];
  const result = new ImportResult();
  result.add("a", [badRow(1, 20), badRow(2, 1)], (places) => {
    asked.push(...places);
    return places.map(Number);
  });
  result.add("b", [badRow(3, 1)], () => assert.fail("asked for lines"));
  assert.deepEqual(asked, [1]);
});

Deno.test("ImportResult counts rows left out by reason and keeps one version of a review", () => {
  const result = new ImportResult();
  const good = { review: reviewOf({}), updated: null, skipped: null, faults: [], place: null };
  const skipped = { review: null, updated: null, skipped: "spam", faults: [], place: null };
  result.add("a", [good, skipped, skipped], linesOf);
  result.add("b", [good, skipped], linesOf);
  assert.deepEqual([...result.skipped], [["spam", 3]]);
  assert.deepEqual([result.reviews.length, result.badRows], [1, 0]);
});
