import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { ImportFileError } from "../../../../cli/import/bytes/file_container.ts";
import { UnpackedLimit } from "../../../../cli/import/bytes/unpacked_limit.ts";
import { assertError, fixture, leftOutOf, mapOf, readText, where } from "../../../support/import/import_reading.ts";
import { zipOf } from "../../../support/import/packed_files.ts";

/** A cell of a sheet: a text, a number, a day as its serial number, or none. */
type SheetCell = string | number | { readonly serial: number; readonly style?: number } | null;

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RELATIONS = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/**
 * An Excel workbook as Excel itself writes it: shared strings, days as numbers with a date style, empty cells left out.
 *
 * @param sheets Rows by the name of the sheet.
 * @param hiddenRows Numbers of the rows, from 1, that a filter hides in each sheet.
 * @param merged The `mergeCells` of each sheet. A sheet "old" is hidden.
 */
async function workbookOf(
  sheets: Readonly<Record<string, readonly (readonly SheetCell[])[]>>,
  hiddenRows: readonly number[] = [],
  merged = "",
): Promise<Uint8Array<ArrayBuffer>> {
  const strings = new Map<string, number>();
  const names = Object.keys(sheets);
  const parts = names.map((name, index) =>
    [`xl/worksheets/sheet${index + 1}.xml`, sheetXml(sheets[name] ?? [], strings, hiddenRows, merged)] as const
  );
  return await zipOf({
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "xl/workbook.xml": `${HEAD}<workbook ${MAIN} ${RELATIONS}><sheets>${
      names.map((name, index) =>
        `<sheet name="${name}"${name === "old" ? ' state="hidden"' : ""} sheetId="${index + 1}" r:id="rId${
          index + 1
        }"/>`
      ).join("")
    }</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships>${
      names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join("")
    }</Relationships>`,
    "xl/styles.xml":
      `${HEAD}<styleSheet ${MAIN}><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/></numFmts>` +
      `<cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="9"/></cellXfs></styleSheet>`,
    ...Object.fromEntries(parts),
    "xl/sharedStrings.xml": `${HEAD}<sst ${MAIN}>${
      [...strings.keys()].map((text) =>
        `<si><r><t xml:space="preserve">${escaped(text.slice(0, 3))}</t></r>` +
        `<r><t xml:space="preserve">${escaped(text.slice(3))}</t></r><rPh><t>ignored</t></rPh></si>`
      ).join("")
    }</sst>`,
  });
}

function sheetXml(
  rows: readonly (readonly SheetCell[])[],
  strings: Map<string, number>,
  hiddenRows: readonly number[],
  merged: string,
): string {
  const xml = rows.map((cells, row) => {
    const written = cells.map((cell, column) =>
      cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`, strings)
    );
    const hidden = hiddenRows.includes(row + 1) ? ' hidden="1"' : "";
    return `<row r="${row + 1}"${hidden}>${written.join("")}</row>`;
  });
  return `${HEAD}<worksheet ${MAIN}><sheetData>${xml.join("")}</sheetData>${merged}</worksheet>`;
}

function cellXml(cell: SheetCell, reference: string, strings: Map<string, number>): string {
  if (cell === null) return "";
  if (typeof cell === "number") return `<c r="${reference}"><v>${cell}</v></c>`;
  if (typeof cell !== "string") return `<c r="${reference}" s="${cell.style ?? 1}"><v>${cell.serial}</v></c>`;
  if (cell === "") return `<c r="${reference}" t="inlineStr"><is><t></t></is></c>`;
  const index = strings.get(cell) ?? strings.size;
  strings.set(cell, index);
  return `<c r="${reference}" t="s"><v>${index}</v></c>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\r", "_x000D_");
}

const HEADER = ["reviewId", "name", "stars", "publishedAtDate", "text", "title"];
// 8 January 2024, noon, in days since the end of 1899.
const NOON = { serial: 45299.5 };

Deno.test("a workbook is read sheet by sheet: shared strings, days and per cent by their style, rows by their numbers", async () => {
  const book = await workbookOf({
    Notes: [["made by hand"], ["nothing here"]],
    Reviews: [
      HEADER,
      ["r1", "Ada & Co", 5, NOON, "Quick.\r\nAnd <clean>", "Acme"],
      ["r2", "Bob", 0, "2024-01-07", null, "Acme"],
      ["r3", "Cid", { serial: 0.8, style: 2 }, { serial: 45297 }, null, "Acme"],
    ],
  });
  const files = await readText("book.xlsx", book);
  assert.deepEqual(files.formats, ["apify"]);
  assert.deepEqual(files.reviews.map(({ author, rating, date, text }) => [author, rating, date, text]), [
    ["Ada & Co", 5, "2024-01-08", "Quick.\nAnd <clean>"],
    ["Cid", 4, "2024-01-06", null],
  ]);
  assert.deepEqual(where(files), [[3, "stars"]]);
  assert.equal(files.leftOut.length, 1);
  assert.match(files.leftOut[0] ?? "", /book\.xlsx\/Notes$/);
});

Deno.test("rows that a filter hides are left out and counted", async () => {
  const rows = ["Ada", "Bob", "Cid"].map((name, n) => [`r${n}`, name, 5, "2024-01-08", null, "Acme"]);
  const files = await readText("book.xlsx", await workbookOf({ Reviews: [HEADER, ...rows] }, [3]));
  assert.deepEqual(files.reviews.map(({ author }) => author), ["Ada", "Cid"]);
  assert.deepEqual([leftOutOf(files), files.rows], [[["hidden in the workbook", 1]], 3]);
});

Deno.test("rows below a merged cell get its value, and a hidden sheet is named", async () => {
  const rows = [["Month", "Who", "Stars", "Text"], ["2024-01-05", "Ada", 5, "Quick."], [null, "Bob", 4, "Fair."], [
    null,
    "Cid",
    null,
    "No stars",
  ]];
  const merged = '<mergeCells count="2"><mergeCell ref="A2:A3"/><mergeCell ref="C3:D3"/></mergeCells>';
  const files = await readText("book.xlsx", await workbookOf({ Reviews: rows, old: rows }, [], merged));
  assert.deepEqual(files.reviews.map(({ author, date }) => [author, date]), [["Ada", "2024-01-05"], [
    "Bob",
    "2024-01-05",
  ]]);
  assert.match(files.warnings.join(), /book\.xlsx: the sheet "old" is hidden, so it is left out\.$/);
  const ods = await zipOf({ "content.xml": "<a/>", "META-INF/manifest.xml": "<a/>" });
  await assertError(readText("book.ods", ods), /book\.ods has the format OpenDocument: save it as \.xlsx or CSV\.$/);
});

Deno.test("totals and hidden rows of a workbook are no evidence of a scale", async () => {
  const row = (stars: number, n: number) => [{ serial: 45_400 + n }, `Ann Lee ${n}`, stars, "They came in time."];
  const rows = [["When", "Who", "Score", "Words"], row(5, 1), row(2, 2), row(4, 3), row(44, 4)];
  for (const total of [[null, "Total", 11, null], ["Total", null, 11, null]]) {
    const files = await readText("book.xlsx", await workbookOf({ Reviews: [...rows, total] }, [5]));
    const { format, doubts } = files.understood[0]?.understanding ?? assert.fail();
    assert.deepEqual([format.scale, doubts], [undefined, []]);
    assert.deepEqual(files.reviews.map(({ rating }) => rating), [5, 2, 4]);
  }
});

Deno.test("a sheet without mapped columns is left out and reported; one with some is refused", async () => {
  const map = mapOf("author=Who,rating=Stars,date=Day");
  const rows = [["Who", "Stars", "Day"], ["Ada", 5, "2024-01-08"]];
  const book = await readText("book.xlsx", await workbookOf({ Reviews: rows, Notes: [["made by hand"]] }), { map });
  assert.deepEqual([book.reviews.length, book.leftOut.map((name) => name.split("/").at(-1))], [1, ["Notes"]]);
  const csv = rows.map((row) => row.join(",")).join("\n");
  const zip = await readText("a.zip", await zipOf({ "a.csv": csv, "readme.txt": "Exported\n" }), { map });
  assert.deepEqual([zip.reviews.length, zip.leftOut.map((name) => name.split("/").at(-1))], [1, ["readme.txt"]]);
  const part = await zipOf({ "a.csv": csv, "b.csv": "Who,Points,Day\nBob,4,2024-01-07\n" });
  await assertError(readText("a.zip", part, { map }), /b\.csv lacks the column "Stars" that --map names/);
  const none = await zipOf({ "b.csv": "a,b\n1,2\n" });
  await assertError(readText("a.zip", none, { map }), /b\.csv lacks the column "Who" that --map names/);
});

Deno.test("a single sheet is reported under the file's name, with its unknown columns", async () => {
  const book = await workbookOf({ Sheet1: [["a", "b"], ["x", "y"]] });
  await assertError(readText("book.xlsx", book), /book\.xlsx is of no known format; its columns are a, b;/);
});

Deno.test("an archive's review files are imported and its other files reported", async () => {
  const takeout = await Deno.readTextFile(fixture("google_takeout.json"));
  const zip = await zipOf({
    "Takeout/archive_browser.html": "<html></html>",
    "Takeout/Google Business Profile/account-1/location-2/reviews.json": takeout.replace(/STAR_\w+/, "SIX"),
    "Takeout/Google Business Profile/account-1/location-2/data.json": '{"title":"x"}',
    "Takeout/Google Business Profile/account-1/location-2/picture.jpg": "no text",
    "__MACOSX/reviews.json": "junk",
  });
  const files = await readText("takeout.zip", zip);
  assert.deepEqual(files.formats, ["google-business-profile"]);
  assert.ok(files.reviews.length > 0);
  assert.match(files.faults[0]?.file ?? "", /takeout\.zip\/Takeout\/Google Business Profile\/.*\/reviews\.json$/);
  assert.deepEqual(files.leftOut.map((name) => name.split("/").at(-1)), ["data.json"]);
  await assertError(
    readText("a.zip", await zipOf({ "a.jpg": "x" })),
    /a\.zip holds no CSV, JSON, JSON Lines, HTML or XML file/,
  );
  const open = await zipOf({ "a.json": '[\r\n{"a": 1},\r\n' });
  await assertError(
    readText("a.zip", open),
    /a\.zip\/a\.json is not valid JSON: it ends too early at line 3, column 1\.$/,
  );
});

Deno.test("gzip is unpacked, whatever it holds", async () => {
  const own = JSON.stringify([{ author: "A", rating: 5, date: "2024-01-08", source: "s" }]);
  assert.equal((await readText("own.json.gz", gzipSync(own))).reviews.length, 1);
  const jsonLines = await Deno.readTextFile(fixture("origins/yelp_open_dataset.json"));
  assert.equal((await readText("yelp.jsonl.gz", gzipSync(jsonLines))).reviews.length, 2);
  await assertError(readText("a.gz", gzipSync(own).subarray(0, 40)), /a\.gz cannot be read: /);
});

Deno.test("a locked or damaged archive is refused in one sentence", async () => {
  const locked = await zipOf({ "reviews.csv": "a,b\n" }, "secret");
  await assertError(readText("a.zip", locked), /a\.zip is locked with a password/);
  const whole = await zipOf({ "reviews.csv": "stars,publishedAtDate\n5,2024-01-01\n".repeat(1000) });
  await assertError(readText("a.zip", whole.subarray(0, whole.length / 2)), /a\.zip is a damaged ZIP archive/);
  const broken = whole.slice();
  broken.fill(0xff, 60, 90);
  await assertError(readText("a.zip", broken), /a\.zip\/reviews\.csv cannot be read: /);
});

Deno.test("unpacking stops at a limit for the total of all parts, and for the number of files", async () => {
  const limit = new UnpackedLimit("bomb.zip", 1000);
  const part = () => ReadableStream.from([new Uint8Array(600)]);
  await Array.fromAsync(limit.counted(part()));
  await assert.rejects(Array.fromAsync(limit.counted(part())), (error: unknown) => {
    return error instanceof ImportFileError && /^bomb\.zip unpacks to more than .* trap\./.test(error.message);
  });
  for (
    const [name, count, told] of [["a.jpg", 5001, "5,000 files: "], ["a.csv", 301, "300 files: "]] as const
  ) {
    // The directory of an archive of one file, many times.
    const one = await zipOf({ [name]: "x" });
    const end = one.slice(-22);
    const directory = new DataView(end.buffer);
    const entry = one.slice(directory.getUint32(16, true), -22);
    directory.setUint16(8, count, true);
    directory.setUint16(10, count, true);
    directory.setUint32(12, count * entry.length, true);
    const entries = Array.from({ length: count }, () => [...entry]).flat();
    const many = Uint8Array.from([...one.slice(0, -22 - entry.length), ...entries, ...end]);
    await assertError(readText("a.zip", many), new RegExp(`a\\.zip holds more than ${told}`));
  }
});

Deno.test("zeros are refused, as a file, in gzip, in an archive and after a good beginning", async () => {
  const zeros = new Uint8Array(3_000_000);
  const csv = new TextEncoder().encode("stars,publishedAtDate\n5,2024-01-01\n");
  const late = new Uint8Array(csv.length + zeros.length);
  late.set(csv);
  const json = new Uint8Array([0x5b, ...zeros]);
  for (const [name, bytes] of Object.entries({ "a.csv": zeros, "b.csv": late, "c.json": json, "d.ndjson": zeros })) {
    await assertError(readText(name, bytes), /holds a run of zero bytes/);
  }
  await assertError(readText("e.csv.gz", gzipSync(zeros)), /holds a run of zero bytes/);
  await assertError(readText("f.zip", await zipOf({ "f.csv": zeros })), /f\.zip\/f\.csv .* holds a run of zero bytes/);
});

Deno.test("a row that never ends is refused, in CSV and in JSON Lines", async () => {
  const open = `stars,publishedAtDate,text\n5,2024-01-01,"${"x".repeat(5_000_000)}`;
  await assertError(readText("a.csv", open), /the row after line 1 has more than 4 million characters/);
  const line = `{"rating":5,"date":"2024-01-01","author":"A","source":"s"}\n{"text":"${"x".repeat(17_000_000)}`;
  await assertError(readText("a.ndjson", line), /a line of more than 16 million characters/);
});

Deno.test("old workbooks, PDFs and pictures are refused by the name of their kind", async () => {
  const xls = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]);
  await assertError(readText("a.xls", xls), /a\.xls has the format Excel 97: save it as \.xlsx/);
  await assertError(readText("a.pdf", "%PDF-1.7 x"), /a\.pdf has the format PDF/);
});

Deno.test("JSON Lines hold rows of any JSON format, and places with reviews in them", async () => {
  const row = { review_id: "1", review_rating: 5, review_timestamp: 1704708000, author_title: "Ada" };
  const flat = await readText("a.jsonl", `${JSON.stringify(row)}\n${JSON.stringify({ ...row, review_id: "2" })}`);
  assert.deepEqual([flat.formats, flat.reviews.length], [["outscraper"], 2]);
  const place = { name: "Acme", place_id: "p", reviews_data: [row, { ...row, review_id: "2" }] };
  const nested = await readText("b.jsonl", `${JSON.stringify(place)}\n${JSON.stringify(place)}\n`);
  assert.deepEqual([nested.formats, nested.reviews.length, nested.place?.name], [["outscraper"], 2, "Acme"]);
  const map = mapOf("rating=score.value,date=when,author=by.0.name");
  const any = await readText("c.jsonl", '{"score":{"value":4},"when":"2024-01-08","by":[{"name":"Ada"}]}\n', { map });
  assert.deepEqual(any.reviews.map(({ author, rating }) => [author, rating]), [["Ada", 4]]);
});

Deno.test("five thousand rows of a workbook are read", async () => {
  const rows = Array.from({ length: 5_000 }, (_, n) => [`r${n}`, "Ada", 5, NOON, "Good", "Acme"]);
  assert.equal((await readText("big.xlsx", await workbookOf({ A: [HEADER, ...rows] }))).reviews.length, 5_000);
});
