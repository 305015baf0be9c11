import assert from "node:assert/strict";
import { fixture } from "../../support/import/import_reading.ts";
import { zipOf } from "../../support/import/packed_files.ts";
import { denoCommand, tempStore } from "../../support/service/run_cli.ts";
import { within } from "../../support/service/test_server.ts";

/** An import of two rows takes 120 to 150 MB; each trap holds 200 MB or more, or rows that would. */
const MOST_MEGABYTES = 200;
const MOST_SECONDS = 5;
const PRELOAD = "tests/support/import/tell_peak.ts";

/** Starts an import in a process of its own. */
function importing(args: readonly string[], kvPath: string, stdin: "null" | "piped"): Deno.ChildProcess {
  return denoCommand(["run", "-qA", ...args], { KV_PATH: kvPath, MALLOC_ARENA_MAX: "2" }, { stdin }).spawn();
}

const HEADER = ["reviewId", "name", "stars", "publishedAtDate", "text", "title"];
const ROW = ["r1", "Ada", "5", "03/04/2024", "Good", "Acme"];
const XML = '<?xml version="1.0"?>';
const CELL = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const CELLS = (row: number, texts: readonly string[]) =>
  texts.map((text, at) => CELL(`${"ABCDEF".charAt(at)}${row}`, text)).join("");
const SHEET = `<worksheet><sheetData><row r="1">${CELLS(1, HEADER)}</row>`;

/** A text, then a second one repeated up to this number of megabytes. */
function repeated(start: string, text: string, megabytes = 200): ReadableStream<Uint8Array> {
  const block = text.repeat(Math.ceil(1_000_000 / text.length));
  return ReadableStream.from([start, ...new Array<string>(megabytes).fill(block)]).pipeThrough(new TextEncoderStream());
}

function workbook(sheet: ReadableStream | string, others: Readonly<Record<string, ReadableStream>> = {}) {
  return zipOf({
    "xl/workbook.xml": `${XML}<workbook><sheets><sheet name="A" r:id="a"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${XML}<Relationships><Relationship Id="a" Target="sheet1.xml"/></Relationships>`,
    "xl/sheet1.xml": sheet,
    ...others,
  });
}

/** Texts that compress ten to one, so that their length alone is no reason to refuse them. */
function varied(rows: number, row: (n: number) => string): string {
  return Array.from({ length: rows }, (_, n) => row(n * 2_654_435_761 % 4_294_967_296)).join("");
}

const files = (count: number, extension: string) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.${extension}`, "a,b\n1,2\n"]));

const BOMB = /more than 100 times its length/;
const WIDE = /more than 1,000 columns/;
const wideRow = (n: number) => `<row>${CELLS(n, ROW)}<c r="XFD2"><v>${n}</v></c></row>`;
const commas = (n: number) => `${n},${n * n},${n * 7919},${",".repeat(1200)}\n`;
const strings = () => repeated("<sst>", "<si><t>a</t></si>");
const styles = () => repeated("<styleSheet><cellXfs>", "<xf/>");

const TRAPS: Readonly<Record<string, readonly [make: () => Promise<Uint8Array>, reason: RegExp]>> = {
  "a document of spaces.zip": [() => zipOf({ "a.json": repeated("[", " ") }), BOMB],
  "rows without end.zip": [() => zipOf({ "a.csv": repeated(`${HEADER}\n`, `${ROW}\n`) }), BOMB],
  "many files.zip": [() => zipOf(files(6000, "jpg")), /more than 5,000 files:/],
  "many tables.zip": [() => zipOf(files(400, "csv")), /more than 300 files: import/],
  "a table of commas.zip": [() => zipOf({ "a.csv": varied(2000, commas) }), WIDE],
  "repeated cells.xlsx": [() => workbook(repeated(SHEET, CELL("A1", "again"))), BOMB],
  "a million columns.xlsx": [
    () => workbook(`<worksheet><sheetData><row>${varied(1_000_000, (n) => `<c><v>${n}</v></c>`)}</row>`),
    WIDE,
  ],
  "wide rows.xlsx": [() => workbook(SHEET + varied(20_000, wideRow)), WIDE],
  "shared strings.xlsx": [() => workbook(SHEET, { "xl/sharedStrings.xml": strings() }), BOMB],
  "styles.xlsx": [() => workbook(SHEET, { "xl/styles.xml": styles() }), BOMB],
};

for (const [name, [make, reason]] of Object.entries(TRAPS)) {
  Deno.test(`${name} is refused in a sentence, with ${MOST_MEGABYTES} MB and within ${MOST_SECONDS} s of processor time`, async () => {
    await using store = await tempStore();
    const path = `${store.kvPath}.${name}`;
    await Deno.writeFile(path, await make());
    const child = importing(["--preload", PRELOAD, "cli/import.ts", path], store.kvPath, "null");
    const { code, stderr } = await within(name, child.output());
    const said = new TextDecoder().decode(stderr).trim().split("\n");
    const { megabytes, seconds } = JSON.parse(said.pop() ?? "");
    assert.equal(code, 1);
    assert.equal(said.length, 1, said.join("\n"));
    assert.match(said[0] ?? "", reason);
    assert.ok(seconds <= MOST_SECONDS, `${seconds} s`);
    assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes} MB`);
  });
}

Deno.test("a pipe is refused in a sentence, without waiting for a writer", async () => {
  await using store = await tempStore();
  const pipe = `${store.kvPath}.pipe`;
  assert.ok((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success);
  for (const args of [[pipe], ["tests/fixtures/import/own.json", "--business", pipe]]) {
    const child = importing(["cli/import.ts", ...args], store.kvPath, "null");
    try {
      const { code, stderr } = await within("The import", child.output());
      assert.equal(code, 1);
      assert.match(new TextDecoder().decode(stderr), /^[^\n]*\.pipe[^\n]* is a pipe, which is no file: [^\n]*\n$/);
    } catch (error) {
      child.kill("SIGKILL");
      throw error;
    }
  }
});

Deno.test("standard input is read under the name -", async () => {
  await using store = await tempStore();
  const child = importing(["cli/import.ts", "-", "--dry-run"], store.kvPath, "piped");
  const writer = child.stdin.getWriter();
  await writer.write(await Deno.readFile(fixture("origins/yelp_fusion.json")));
  await writer.close();
  const { code, stdout, stderr } = await child.output();
  assert.equal(code, 0, new TextDecoder().decode(stderr));
  assert.match(new TextDecoder().decode(stdout), /^Read 2 rows from 1 file \(yelp\): 2 new,/);
});
