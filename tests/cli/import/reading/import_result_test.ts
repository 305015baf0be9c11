import assert from "node:assert/strict";
import type { FileContent, FileRow } from "../../../../cli/import/reading/file_content.ts";
import { ImportFiles } from "../../../../cli/import/reading/import_result.ts";
import { understandDocument } from "../../../../cli/import/formats/find_format.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

function badRow(place: number, faults: number): FileRow {
  const fault = { field: "rating", value: "6", allowed: "less" };
  return { review: null, updated: null, skipped: null, faults: Array(faults).fill(fault), place };
}

/** Writes a file with these rows. */
function content(file: string, rows: readonly FileRow[]): FileContent {
  const { understanding } = understandDocument(file, [], {});
  return { file, understanding, rows, linesOf: (places) => places.map(Number) };
}

Deno.test("ImportFiles reports each kind of fault once, with count and first lines", () => {
  const result = new ImportFiles();
  result.add(content("a", Array.from({ length: 6 }, (_, index) => badRow(index + 1, 3))));
  result.add(content("b", [badRow(1, 3), badRow(2, 1)]));
  const first = { file: "a", line: 1, field: "rating", value: "6", allowed: "less" };
  const lines = [1, 2, 3, 4, 5, 6].flatMap((line) => [line, line, line]);
  assert.deepEqual(result.faultKinds, [{ first, count: 22, lines }]);
  assert.deepEqual([result.badRows, result.faults.length], [8, 22]);
});

Deno.test("ImportFiles counts every fault and names every kind, but keeps no more than 100,000 and the first of each kind", () => {
  const result = new ImportFiles();
  const late: FileRow = { ...badRow(60_001, 0), faults: [{ field: "date", value: "never", allowed: "a day" }] };
  result.add(content("a", [...Array.from({ length: 60_000 }, (_, index) => badRow(index + 1, 2)), late]));
  const kinds = result.faultKinds.map(({ first, count, lines }) => [first.field, first.line, count, lines.length]);
  assert.deepEqual(kinds, [["rating", 1, 120_000, 100_000], ["date", 60_001, 1, 1]]);
});

Deno.test("ImportFiles keeps the version of a review that was changed last, or the last one without times", () => {
  const cases: readonly (readonly [kept: string, ...versions: (readonly [text: string, updated: number | null])[]])[] =
    [
      ["new", ["new", 2], ["old", 1]],
      ["new", ["old", 1], ["new", 2]],
      ["b", ["a", null], ["b", null]],
      ["b", ["a", 1], ["b", null]],
      ["b", ["a", 1], ["b", 1]],
    ];
  for (const [kept, ...versions] of cases) {
    const files = new ImportFiles();
    for (const [text, updated] of versions) {
      files.add(content(text, [{ review: reviewOf({ text }), updated, skipped: null, faults: [], place: null }]));
    }
    assert.deepEqual(files.reviews.map(({ text }) => text), [kept], String(versions));
  }
});
