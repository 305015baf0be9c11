import assert from "node:assert/strict";
import { csvDelimiter } from "../../../../cli/import/bytes/csv_records.ts";
import { CsvColumns, CsvRow } from "../../../../cli/import/cells/source_row.ts";

Deno.test("CsvColumns finds columns whatever the case and the spaces of their names", () => {
  const columns = new CsvColumns([" Review  ID ", "Review Stars"]);
  assert.deepEqual(["Review Id", "REVIEW STARS", "review", ""].map((name) => columns.index(name)), [0, 1, -1, -1]);
  assert.equal(columns.name(0), "Review  ID");
});

Deno.test("CsvColumns numbers the columns of one name and leaves out nameless ones", () => {
  const columns = new CsvColumns(["stars", "", "Stars", "date", "", "STARS"]);
  assert.deepEqual(["stars", "Stars 2", "stars 3"].map((name) => columns.index(name)), [0, 2, 5]);
  assert.deepEqual(columns.names, ["stars", "Stars 2", "date", "STARS 3"]);
  assert.equal(columns.count, 6);
});

Deno.test("CsvRow.cell() gives the first value that is not empty, by its name in the file", () => {
  const row = new CsvRow(new CsvColumns(["Text", "Translated"]), { cells: [" ", "Good"], line: 2 });
  assert.deepEqual(row.cell(["text", "translated"]), { name: "Translated", value: "Good" });
  assert.deepEqual(row.cell(["text"]), { name: "Text", value: " " });
  assert.deepEqual(row.cell(["body", "words"]), { name: "body", value: undefined });
});

Deno.test("CsvRow treats cells that are missing at the end of a record as empty", () => {
  const row = new CsvRow(new CsvColumns(["rating", "verified"]), { cells: ["5"], line: 2 });
  assert.deepEqual(row.cell(["verified"]), { name: "verified", value: "" });
});

Deno.test("csvDelimiter() finds comma, semicolon and tab outside of quotes", () => {
  assert.equal(csvDelimiter("a,b;c,d\n1;2;3;4;5"), ",");
  assert.equal(csvDelimiter("\n\na;b;c\n1,2,3,4,5"), ";");
  assert.equal(csvDelimiter("a\tb\n1,2"), "\t");
  assert.equal(csvDelimiter('"a,b,c,d";"x ""y,"" z";e\n'), ";");
  assert.equal(csvDelimiter('"a\n,,,";b\n'), ";");
  assert.equal(csvDelimiter("single"), ",");
});
