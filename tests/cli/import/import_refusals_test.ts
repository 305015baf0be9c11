import assert from "node:assert/strict";
import { importWorkshop, mapOptions } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

Deno.test("import of a file with bad rows imports nothing, and lists file, line, field, value and what is allowed", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `${n},2026-05-01,${n % 2 ? 5 : 0},text`);
  await using shop = await importWorkshop({
    "rows.csv": ["id,date,rating,text", ...rows].join("\n"),
    "bad.csv": "id,date,rating,text\n1,2024-01-01,0,\n2,2024-01-01,x,\n",
  });
  const map = mapOptions("id=id rating=rating date=date text=text");
  const { code, stdout, stderr } = await shop.importing("rows.csv", ...map);
  assert.deepEqual([code, stdout], [1, ""]);
  const lines = stderr.trim().split("\n");
  assert.equal(
    lines[0],
    `${shop.path("rows.csv")}:2: rating is "0"; expected a rating above 0 and of at most 5 ` +
      "(and 14 more of this kind, such as lines 4, 6)",
  );
  assert.equal(lines.length, 1 + 1);
  assert.match(lines.at(-1) ?? "", /^Nothing was imported: 15 of 30 rows have problems\..*--skip-invalid/);
  const none = await shop.importing("bad.csv", ...map, "--skip-invalid");
  assert.equal(none.code, 1);
  assert.match(none.stderr, /Nothing was imported: 2 of 2 rows have problems\. No row can be imported\./);
  assert.equal(await shop.revision(), null);
  assert.match(await shop.imported("rows.csv", ...map, "--skip-invalid"), /Left out 15 rows: with problems\./);
  assert.equal((await shop.authors()).length, 15);
});

Deno.test("--quiet prints nothing, --json one object, also of rows that are refused", async () => {
  const ann = reviewOf({ native: "ann" });
  await using shop = await importWorkshop({
    "ann.json": [ann],
    "ben.json": [reviewOf({ native: "ben", author: "Ben" })],
    "bad.json": `[${JSON.stringify({ ...ann, date: "some day" })},\n${JSON.stringify(ann)},\n{"date":"never"}]`,
  });
  assert.deepEqual(await shop.importing("ann.json", "-q"), { code: 0, stdout: "", stderr: "" });
  const done = await shop.importing("ben.json", "--json");
  assert.deepEqual([done.code, done.stderr], [0, ""]);
  const { milliseconds, plan, ...facts } = JSON.parse(done.stdout);
  assert.ok(milliseconds > 0);
  assert.deepEqual([plan.revision, plan.choices, plan.effect.after], [1, [], { reviews: 2, average: 5 }]);
  assert.deepEqual(facts, {
    ...{ end: "published", formats: ["reviews-json"], rows: 1, bad_rows: 0, warnings: [], faults: [] },
    ...{ added: 1, updated: 0, unchanged: 0, withdrawn: 0, unverified: 0, hidden: 0, erased: 0, left_out: [] },
    ...{ reviews: 2, average: 5, average_with: {}, store: shop.kvPath },
  });
  const refused = await shop.importing("bad.json", "--json");
  assert.equal(refused.code, 1);
  const { end, bad_rows, faults } = JSON.parse(refused.stdout);
  assert.deepEqual([end, bad_rows], ["refused", 2]);
  const { column, value, count, lines } = faults[0];
  assert.deepEqual([column, value, count, lines], ["date", "some day", 2, [1, 3]]);
  const quiet = await shop.importing("bad.json", "-q");
  assert.deepEqual([quiet.code, quiet.stdout], [1, ""]);
  assert.match(quiet.stderr, /some day/);
});

Deno.test("an import whose rows are all left out is no success, unless the operator has decided so", async () => {
  const hidden = "id,nickname,rating,review,date,handle,status\n1,Ann,5,Warm.,2024-02-10,scarf,Hidden\n";
  await using shop = await importWorkshop({
    "hidden.csv": hidden,
    "ann.csv": hidden.replace("Hidden", "Active"),
    "doubt.json": [reviewOf({ verified: false })],
  });
  const sentence = "None of the rows would be published: 1 row not published. Nothing was changed.\n";
  for (const options of [[], ["--yes"], ["--dry-run"], ["--json"]]) {
    assert.deepEqual(await shop.importing("hidden.csv", ...options), { code: 1, stdout: "", stderr: sentence });
  }
  assert.equal(await shop.revision(), null);
  await shop.imported("doubt.json", "--unverified", "test=left-out");
  await shop.imported("ann.csv");
  // It withdraws a review.
  await shop.imported("hidden.csv", "--yes");
  assert.deepEqual(await shop.authors(), []);
});
