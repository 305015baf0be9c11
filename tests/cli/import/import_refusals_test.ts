import assert from "node:assert/strict";
import { importWorkshop } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

Deno.test("import --replace refuses files that would leave no review", async () => {
  await using shop = await importWorkshop({ "a.json": [reviewOf()], "none.json": "[]" });
  await shop.importing("a.json");
  const { code, stderr } = await shop.importing("none.json", "--replace");
  assert.equal(code, 1);
  assert.match(stderr, /^--replace would only remove reviews/);
  assert.equal((await shop.published()).reviews.length, 1);
});

Deno.test("import of a file with one bad row imports nothing, and lists file, line, field, value and what is allowed", async () => {
  const rows = Array.from({ length: 30 }, (_, n) => `${n},2026-05-01,${n % 2 ? 5 : 0},text`);
  await using shop = await importWorkshop({ "rows.csv": ["id,date,rating,text", ...rows].join("\n") });
  const map = ["--map", "id=id", "--map", "rating=rating", "--map", "date=date", "--map", "text=text"];
  const { code, stdout, stderr } = await shop.importing("rows.csv", ...map);
  assert.equal(code, 1);
  assert.equal(stdout, "");
  const lines = stderr.trim().split("\n");
  assert.equal(
    lines[0],
    `${
      shop.path("rows.csv")
    }:2: rating is "0"; expected a rating above 0 and of at most 5 (and 14 more of this kind, ` +
      "such as lines 4 and 6)",
  );
  assert.equal(lines.length, 1 + 1);
  assert.match(lines.at(-1) ?? "", /^Nothing was imported: 15 of 30 rows have problems\..*--skip-invalid/);
  assert.equal(await shop.revision(), null);
  const again = await shop.importing("rows.csv", ...map, "--skip-invalid");
  assert.equal(again.code, 0);
  assert.match(again.stdout, /Left out 15 rows: with problems\./);
  assert.equal((await shop.published()).reviews.length, 15);
});

Deno.test("import refuses a wrong business file, naming every member, and changes nothing", async () => {
  await using shop = await importWorkshop({
    "reviews.json": [reviewOf()],
    "bad.json": { name: "", telefone: "1", services: [{ id: "AC Repair", label: "AC" }], url: "acme" },
    "ambiguous.json": {
      name: "Acme",
      technicians: [{ id: "a", name: "Mike Poe", aliases: ["Mike"] }, { id: "b", name: "Mike Roe", aliases: ["mike"] }],
    },
    "text.json": "{ not json",
  });
  const bad = await shop.importing("reviews.json", "--business", "bad.json");
  assert.equal(bad.code, 1);
  for (const member of ["name:", "services.0.id:", "url:", "telefone"]) {
    assert.ok(bad.stderr.includes(member), bad.stderr);
  }
  const ambiguous = await shop.importing("reviews.json", "--business", "ambiguous.json");
  assert.equal(ambiguous.code, 1);
  assert.match(ambiguous.stderr, /technicians: two entries go by "mike"/);
  assert.match((await shop.importing("reviews.json", "--business", "text.json")).stderr, /text\.json is not JSON/);
  assert.match((await shop.importing("reviews.json", "--business", "none.json")).stderr, /Cannot read none\.json/);
  assert.equal(await shop.revision(), null);
});

Deno.test("import says in one line what is wrong with its command line", async () => {
  await using shop = await importWorkshop({ "reviews.json": [reviewOf()], "rows.csv": "when,stars\n03/04/2026,5\n" });
  const cases: readonly [string[], RegExp][] = [
    [[], /^No file is named\./],
    [["none.json"], /none\.json/],
    [["reviews.json", "--nonsense"], /^Unknown option '--nonsense'.*--help/],
    [["reviews.json", "--format", "excel"], /excel.*google-business-profile/],
    [["reviews.json", "--format", "csv", "--format", "csv"], /^--format is given 2 times/],
    [["rows.csv", "--map", "rating"], /^--map is "rating"; expected FIELD=COLUMN/],
    [["rows.csv", "--map", "rating=stars", "--map", "date=when"], /--date-order/],
    [["rows.csv", "--date-order", "ymd"], /^--date-order is "ymd"; allowed is dmy or mdy\./],
    [["--replace", "--business", "reviews.json"], /^--replace needs files/],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await shop.importing(...args);
    assert.equal(code, 1, stderr);
    assert.match(stderr, message);
    assert.equal(stderr.trim().split("\n").length, 1, stderr);
  }
  assert.equal(await shop.revision(), null);
});
