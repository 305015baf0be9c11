import assert from "node:assert/strict";
import { reviewId } from "../../../../domain/review_id.ts";
import { mapOf, MAPPED_COLUMNS, read, readText, where } from "../../../support/import/import_reading.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

Deno.test("readImportFiles() reads a mapped CSV and gives every fault of a row with its line", async () => {
  const files = await read(["mapped.csv"], { format: "csv", map: MAPPED_COLUMNS });
  assert.deepEqual(files.formats, ["csv"]);
  assert.deepEqual(files.reviews, [
    reviewOf({
      ...{ id: reviewId(["csv", "17"]), author: "Rosa Invented", rating: 5, date: "2024-12-03", source: "csv" },
      text: "Quick\nThey came\nthe same day.",
      owner_reply: { text: "Thank you!", date: "2024-12-24" },
    }),
    reviewOf({
      ...{ id: reviewId(["csv", "18"]), author: "Anonymous", rating: 4, date: "2024-12-05", source: "csv", text: null },
      verified: false,
    }),
  ]);
  assert.deepEqual(where(files), [[7, "When"], [7, "Shown"], [8, "When"], [9, "row"]]);
  assert.deepEqual(files.faults.slice(2).map(({ value, allowed }) => [value, String(allowed)]), [
    ["12.31.2024", "a date written day/month/year, such as 31/05/2024"],
    ["16 cells", "at most 13, as in the header; a text with the delimiter needs quotes"],
  ]);
  assert.deepEqual([files.rows, files.badRows, files.faults.length], [5, 3, 4]);
});

Deno.test("readImportFiles() keeps the order of rows whose dates had to wait", async () => {
  const csv = "Score,Day\n5,03/04/2024\n4,2024-05-05\n3,13/04/2024\n0,soon\n2,14/04/2024\n";
  const files = await readText("a.csv", csv, { map: mapOf("rating=Score,date=Day") });
  assert.deepEqual(files.reviews.map(({ rating, date }) => [rating, date]), [
    [5, "2024-04-03"],
    [4, "2024-05-05"],
    [3, "2024-04-13"],
    [2, "2024-04-14"],
  ]);
  assert.deepEqual(where(files), [[5, "Score"], [5, "Day"]]);
});

Deno.test("readImportFiles() joins rows that span the chunks in which a file is read", async () => {
  const long = 'ü,""\r\n'.repeat(60_000 / 6);
  const row = (id: number) => `${id},5,2024-01-01,"${long}"\r\n`;
  const csv = `Id,Score,Day,Words\r\n${Array.from({ length: 20 }, (_, id) => row(id)).join("")}99,0,2024-01-01,x\r\n`;
  const map = mapOf("id=Id,rating=Score,date=Day,text=Words");
  const files = await readText("a.csv", csv, { map });
  assert.equal(files.reviews.length, 20);
  assert.ok(files.reviews.every(({ text }) => text === 'ü,"\n'.repeat(10_000).trim()));
  assert.deepEqual(where(files), [[2 + 20 * 10_001, "Score"]]);
});
