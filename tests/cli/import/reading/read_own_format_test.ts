import assert from "node:assert/strict";
import { reviewId } from "../../../../domain/review_id.ts";
import { read, readText, where } from "../../../support/import/import_reading.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

Deno.test("readImportFiles() reads our own format with its business and without its aggregate", async () => {
  const files = await read(["own.json"]);
  assert.deepEqual(files.formats, ["reviews-json"]);
  assert.deepEqual(files.described.business, { name: "Brightwater Plumbing", url: "https://brightwater.example.com/" });
  assert.deepEqual(
    files.reviews[0],
    reviewOf({
      ...{ id: "01HZX3Y4Z5A6B7C8D9E0F1G2H3", author: "Rosa Invented", rating: 5, date: "2024-03-01" },
      ...{ text: "Quick and friendly.", source: "google", source_url: "https://maps.example.com/reviews/1" },
      author_avatar_url: "https://lh3.example.com/a/one",
      owner_reply: { text: "Thank you!", date: "2024-03-03" },
      verified: false,
      mentioned_technicians: ["Dana Sample"],
      mentioned_services: ["drain-cleaning"],
    }),
  );
  assert.equal(files.reviews[1]?.id, reviewId(["letter", "Otto Made-Up", "2024-01-02", "4", ""]));
});

Deno.test("readImportFiles() prefers the business of our own format to the place of another", async () => {
  for (const names of [["own.json", "outscraper.csv"], ["outscraper.csv", "own.json"]]) {
    const { described: { business } } = await read(names);
    assert.deepEqual(business, { name: "Brightwater Plumbing", url: "https://brightwater.example.com/" });
  }
});

Deno.test("readImportFiles() reads NDJSON and reports broken lines by their numbers", async () => {
  const files = await read(["own.ndjson"]);
  assert.deepEqual(files.formats, ["ndjson"]);
  assert.deepEqual(files.reviews.map(({ text, rating }) => [text, rating]), [[null, 5], [null, 5]]);
  assert.deepEqual(where(files), [[4, "row"], [5, "row"], [6, "author"]]);
  assert.equal(files.faults[0]?.value, '{"author":"Broken');
  assert.equal(String(files.faults[1]?.allowed), "an object with the members of a review");
  assert.equal(files.rows, 5);
});

Deno.test("readImportFiles() reports rows of a JSON document that are no objects", async () => {
  const files = await readText(
    "a.json",
    '[\n{"rating":5,"date":"2024-01-01","author":"A","source":"s"},\n\n 5,\n null]',
  );
  assert.deepEqual(where(files), [[4, "row"], [5, "row"]]);
  assert.deepEqual([files.rows, files.badRows, files.reviews.length], [3, 2, 1]);
});

Deno.test("readImportFiles() reads a single NDJSON line by its name or by the named format", async () => {
  const line = '{"rating":5,"date":"2024-01-01","author":"A","source":"s"}';
  assert.deepEqual((await readText("a.ndjson", line)).formats, ["ndjson"]);
  assert.equal((await readText("a.txt", line, { format: "ndjson" })).reviews.length, 1);
});
