import assert from "node:assert/strict";
import { faultsCsv } from "../../../cli/import/import_report.ts";
import { importWorkshop } from "../../support/import/import_reading.ts";

Deno.test("a mapping is saved under a name with what belongs to it, and used again", async () => {
  const rows = (id: number) => `nr,who,score,day\n${id},Ann,9,03/04/2024\n`;
  await using shop = await importWorkshop({ "a.csv": rows(1), "b.csv": rows(2) });
  const map = ["id=nr", "author=who", "rating=score", "date=day"].flatMap((pair) => ["--map", pair]);
  const options = ["--source", "survey", "--scale", "10", "--date-order", "dmy"];
  const saved = await shop.importing("a.csv", ...map, ...options, "--save-mapping", "our survey");
  assert.equal(saved.code, 0, saved.stderr);
  const used = await shop.importing("b.csv", "--mapping", "our survey");
  assert.equal(used.code, 0, used.stderr);
  assert.deepEqual(
    (await shop.published()).reviews.map(({ source, rating, date }) => [source, rating, date]),
    [["survey", 5, "2024-04-03"], ["survey", 5, "2024-04-03"]],
  );
  const unknown = await shop.importing("b.csv", "--mapping", "other");
  assert.match(unknown.stderr, /^There is no mapping "other"; saved are our survey\.$/m);
  const before = await shop.revision();
  const bad = await shop.importing("a.csv", ...map, "--scale", "10", "--date-order", "mdy", "--save-mapping", "/");
  assert.equal(await shop.revision(), before);
  assert.match(bad.stderr, /^--save-mapping is "\/"; expected a name of 1 to 60 letters and digits\.$/m);
});

Deno.test("--errors writes every fault of the rows to a file, while the report has a line a kind", async () => {
  const bad = Array.from({ length: 50 }, (_, n) => `x${n},2024-01-01`);
  await using shop = await importWorkshop({ "a.csv": ["stars,day", "5,2024-01-01", ...bad, "5,=1+1"].join("\n") });
  const map = ["--map", "rating=stars", "--map", "date=day"];
  const { code, stderr } = await shop.importing("a.csv", ...map, "--errors", shop.path("errors.csv"));
  assert.equal(code, 1);
  assert.equal(stderr.trim().split("\n").length, 3);
  assert.match(stderr, /a\.csv:3: stars is "x0"; .* \(and 49 more of this kind, such as lines 4 and 5\)/);
  const lines = (await Deno.readTextFile(shop.path("errors.csv"))).trimEnd().split("\r\n");
  assert.equal(lines[0], "file,line,column,value,expected");
  assert.equal(lines.length, 1 + 51);
  assert.match(lines.at(-1) ?? "", /a\.csv,53,day,'=1\+1,a calendar date/);
});

Deno.test("faultsCsv() quotes what would break a row, and disarms formulas", () => {
  const fault = { file: "a", line: 2, field: 'a "b"', value: "@SUM(1,2)", allowed: "c" };
  assert.equal(faultsCsv([fault]), 'file,line,column,value,expected\r\na,2,"a ""b""","\'@SUM(1,2)",c\r\n');
});
