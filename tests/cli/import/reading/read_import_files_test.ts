import assert from "node:assert/strict";
import { assertError, mapOf, MAPPED_COLUMNS, read, readText } from "../../../support/import/import_reading.ts";

Deno.test("readImportFiles() carries no e-mail or IP address of any format", async () => {
  const files = await read(["judge_me.csv", "trustpilot.csv"]);
  assert.deepEqual(files.formats, ["judge-me", "trustpilot"]);
  const mapped = await read(["mapped.csv"], { map: MAPPED_COLUMNS });
  const published = JSON.stringify([files.reviews, files.faults, mapped.reviews, mapped.faults]);
  assert.ok(files.reviews.length + mapped.reviews.length >= 5);
  assert.doesNotMatch(published, /@|192\.0\.2/);
});

Deno.test("readImportFiles() gives a future date one day of tolerance", async () => {
  const row = (date: string) => JSON.stringify([{ rating: 5, date, author: "A", source: "s" }]);
  assert.equal((await readText("a.json", row("2025-01-02"))).reviews.length, 1);
  assert.equal(
    String((await readText("a.json", row("2025-01-03"))).faults[0]?.allowed),
    "a day that is not in the future",
  );
});

Deno.test("a file in Windows-1252 is read in every container, with a warning that shows a word", async () => {
  const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
  const row = '{"author":"Müller","rating":5,"date":"2024-05-01","source":"x","text":"Schön"}';
  const contents: Readonly<Record<string, string>> = {
    "a.csv": "Who,Stars,Day,Words\nMüller,5,2024-05-01,Schön\n",
    "a.json": `[${row}]`,
    "a.ndjson": `${row}\n${row}\n`,
  };
  const map = mapOf("author=Who,rating=Stars,date=Day,text=Words");
  for (const [name, content] of Object.entries(contents)) {
    const files = await readText(name, bytes(content), name === "a.csv" ? { map } : {});
    assert.deepEqual(files.reviews.map(({ author, text }) => [author, text]), [["Müller", "Schön"]], name);
    assert.equal(files.warnings.length, 1, name);
    assert.match(
      String(files.warnings[0]),
      /a\.\w+ is not UTF-8 and was read as Windows-1252, such as "Müller"\. If that/,
    );
  }
  assert.deepEqual((await readText("a.json", `[${row}]`)).warnings, []);
});

Deno.test("readImportFiles() reads tables and JSON with a byte order mark, and in UTF-16", async () => {
  const contents = {
    "a.csv": 'author,rating,date,source\r\n"Zoë\nX",5,2024-01-01,s\r\n\r\nAda,0,2024-01-01,s\r\n',
    "a.json": '[{"author":"Zoë X","rating":5,"date":"2024-01-01","source":"s"},\r\n\r\n\r\n\r\n{"rating":0}]',
  };
  for (const [name, content] of Object.entries(contents)) {
    const marked = `\ufeff${content}`;
    const utf16 = new Uint8Array(Uint16Array.from(marked, (letter) => letter.charCodeAt(0)).buffer);
    for (const variant of [marked, utf16]) {
      const { reviews, faults } = await readText(name, variant);
      assert.deepEqual([reviews[0]?.author, faults.find(({ field }) => field === "rating")?.line], ["Zoë X", 5], name);
    }
  }
});

Deno.test("readImportFiles() refuses files that are no review files with one sentence", async () => {
  await assertError(read(["google_maps_written_reviews.json"]), /a person wrote on Google Maps/);
  const contents: readonly (readonly [name: string, content: string | number[], message: RegExp])[] = [
    ["a.csv", " \n", /a\.csv is empty/],
    ["a.csv", ";;;\n;;\n", /a\.csv is empty/],
    ["a.csv", "a,b\nx,y\n", /a\.csv is of no known format; its columns are a, b; .*--map/],
    ["a.csv", [0x61, 0x2c, 0x81, 0x0a], /a\.csv is not valid UTF-8/],
    ["a.json", [0x5b, 0x22, 0x81, 0x22, 0x5d], /not valid UTF-8/],
  ];
  for (const [name, content, message] of contents) {
    await assertError(readText(name, typeof content === "string" ? content : new Uint8Array(content)), message);
  }
  await assertError(read(["own.json"], { format: "loox" }), /own\.json is JSON, but the format "loox" is CSV/);
  await assertError(read(["judge_me.csv"], { format: "reviews-json" }), /is CSV, but .* "reviews-json" is JSON/);
});

Deno.test("readImportFiles() reports progress now and then", async () => {
  const seen: number[] = [];
  const csv = `Score,Day\n${"5,2024-01-01\n".repeat(2500)}`;
  await readText("a.csv", csv, {
    map: mapOf("rating=Score,date=Day"),
    onProgress: (rows) => seen.push(rows),
  });
  assert.deepEqual(seen, [1000, 2000]);
});
