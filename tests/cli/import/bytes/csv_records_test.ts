import assert from "node:assert/strict";
import { csvRecords } from "../../../../cli/import/bytes/csv_records.ts";
import { ImportFileError } from "../../../../cli/import/bytes/file_container.ts";

async function* text(content: string): AsyncGenerator<string> {
  yield await Promise.resolve(content);
}

Deno.test("csvRecords() gives the line in which each record begins", async () => {
  const records = await Array.fromAsync(csvRecords(text('a,b\n"1\n\n2",x\n\n\n3,"y\n"\n4,z'), ",", "reviews.csv"));
  assert.deepEqual(records, [
    { cells: ["a", "b"], line: 1 },
    { cells: ["1\n\n2", "x"], line: 2 },
    { cells: ["3", "y\n"], line: 7 },
    { cells: ["4", "z"], line: 9 },
  ]);
});

Deno.test("csvRecords() accepts records that are shorter or longer than the header", async () => {
  const records = await Array.fromAsync(csvRecords(text("a;b\n1\n1;2;3\n"), ";", "reviews.csv"));
  assert.deepEqual(records.map(({ cells }) => cells), [["a", "b"], ["1"], ["1", "2", "3"]]);
});

Deno.test("csvRecords() names the line of a quote that is out of place, or the last sound one before an open quote", async () => {
  const misplaced = /^reviews\.csv is not valid CSV: line 2 has a quote within a cell: write it twice, or remove it\.$/;
  const open = /^reviews\.csv is not valid CSV: a quote that opens after line 2 is never closed\.$/;
  const faults = [['a,b\n1,"x" y\n', misplaced], ['a,b\n1,x "y"\n', misplaced], [
    'a,b\n1,2\n3,"x\n4,5\n',
    open,
  ]] as const;
  for (const [content, message] of faults) {
    const reading = Array.fromAsync(csvRecords(text(content), ",", "reviews.csv"));
    await assert.rejects(reading, { name: new ImportFileError("").name, message });
  }
});

Deno.test("csvRecords() passes on an error of its text", async () => {
  async function* failing(): AsyncGenerator<string> {
    yield await Promise.resolve("a,b\n1,2\n");
    throw new ImportFileError("reviews.csv is not valid UTF-8.");
  }
  await assert.rejects(Array.fromAsync(csvRecords(failing(), ",", "reviews.csv")), ImportFileError);
});
