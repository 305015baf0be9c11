import assert from "node:assert/strict";
import { reviewId } from "../../../../domain/review_id.ts";
import { read } from "../../../support/import/import_reading.ts";

Deno.test("readImportFiles() reads Trustpilot CSV and joins title and content", async () => {
  const files = await read(["trustpilot.csv"]);
  assert.deepEqual(files.formats, ["trustpilot"]);
  const [rosa, other] = files.reviews;
  assert.deepEqual(files.reviews.map(({ author, date }) => [author, date]), [
    ["Rosa Invented", "2024-03-01"],
    ["Anonymous", "2024-01-02"],
  ]);
  assert.equal(rosa?.id, reviewId(["trustpilot", "65e2a1invented0000000001"]));
  assert.equal(rosa.text, 'Quick and friendly\nThey came the same day.\n\nGreat "tidy" work.');
  assert.deepEqual(rosa.owner_reply, { text: "Thank you, Rosa!", date: "2024-03-03" });
  assert.deepEqual([other?.text, other?.owner_reply], ["Fine work and fair prices.", null]);
});

Deno.test("readImportFiles() reads other Trustpilot headers with semicolons and day-first dates", async () => {
  const files = await read(["trustpilot_variant.csv"]);
  assert.deepEqual(files.formats, ["trustpilot"]);
  assert.deepEqual(files.reviews.map(({ date, text, owner_reply }) => [date, text, owner_reply]), [
    ["2024-03-31", "Quick\nThey came the same day.", { text: "Thank you!", date: "2024-04-01" }],
    ["2024-01-02", null, null],
  ]);
  assert.equal(files.rows, 2);
});
