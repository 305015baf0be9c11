import assert from "node:assert/strict";
import { ImportFileError, type ImportFiles, readImportFiles, type ReadOptions } from "../../cli/read_import_files.ts";
import { reviewId } from "../../domain/review_id.ts";
import { withFiles } from "../support/with_files.ts";

const NOW = new Date("2025-01-01T12:00:00Z");
const ROSA = reviewId(["google", "AbFvOqn_Invented-Id_1"]);
const MAP = new Map([
  ["id", "Nr"],
  ["author", "Customer"],
  ["rating", "stars"],
  ["date", "When"],
  ["text", "Words"],
  ["title", "Headline"],
  ["verified", "Shown"],
  ["reply_text", "Answer"],
  ["reply_date", "Answered"],
]);

function fixture(name: string): string {
  return `tests/fixtures/import/${name}`;
}

async function read(names: string[], options: Partial<ReadOptions> = {}): Promise<ImportFiles> {
  return await readImportFiles(names.map(fixture), { now: NOW, ...options });
}

async function readText(
  name: string,
  content: string | Uint8Array,
  options: Partial<ReadOptions> = {},
): Promise<ImportFiles> {
  let files: ImportFiles | undefined;
  await withFiles({ [name]: content }, async (paths) => {
    files = await readImportFiles(paths, { now: NOW, ...options });
  });
  assert.ok(files);
  return files;
}

async function assertError(reading: Promise<unknown>, message: RegExp): Promise<void> {
  await assert.rejects(reading, (error: unknown) => {
    assert.ok(error instanceof ImportFileError, String(error));
    assert.match(error.message, message);
    assert.match(error.message, /^[^\n]+\.$/);
    return true;
  });
}

function where(files: ImportFiles): [number, string][] {
  return files.problems.map(({ line, field }) => [line, field]);
}

Deno.test("readImportFiles() reads Google Business Profile pages and keeps original texts", async () => {
  const files = await read(["google_api_page_1.json"]);
  assert.deepEqual(files.formats, ["google-business-profile"]);
  assert.deepEqual(files.reviews, [
    {
      id: ROSA,
      author: "Rosa Invented",
      author_avatar_url: "https://lh3.example.com/a/one=s120",
      rating: 5,
      date: "2024-03-01",
      text: "Schnell und freundlich.",
      source: "google",
      source_url: null,
      owner_reply: { text: "Vielen Dank!", date: "2024-03-03" },
      verified: true,
      mentioned_technicians: [],
      mentioned_services: [],
    },
    {
      id: reviewId(["google", "AbFvOqn_Invented-Id_2"]),
      author: "A Google User",
      author_avatar_url: null,
      rating: 2,
      date: "2024-02-01",
      text: null,
      source: "google",
      source_url: null,
      owner_reply: null,
      verified: true,
      mentioned_technicians: [],
      mentioned_services: [],
    },
  ]);
});

Deno.test("readImportFiles() keeps the newest version of a review in API pages and a Takeout", async () => {
  for (
    const names of [["google_api_page_1.json", "google_takeout.json"], [
      "google_takeout.json",
      "google_api_page_1.json",
    ]]
  ) {
    const files = await read(names);
    assert.equal(files.reviews.find(({ id }) => id === ROSA)?.text, "Schnell und freundlich.");
    assert.equal(files.reviews.length, 2);
    assert.equal(files.rows, 4);
    assert.deepEqual(files.problems, [{
      file: fixture("google_takeout.json"),
      line: 11,
      field: "starRating",
      value: "STAR_RATING_UNSPECIFIED",
      allowed: "one of ONE, TWO, THREE, FOUR, FIVE",
    }]);
  }
});

Deno.test("readImportFiles() gives one Google review the same id from every format", async () => {
  const names = [
    "google_takeout.json",
    "outscraper.csv",
    "outscraper_flat.json",
    "outscraper_places.json",
    "apify.json",
    "apify.csv",
  ];
  for (const name of names) assert.equal((await read([name])).reviews[0]?.id, ROSA, name);
  const all = await read(names);
  assert.deepEqual(all.formats, [
    "google-business-profile",
    "outscraper",
    "outscraper",
    "outscraper",
    "apify",
    "apify",
  ]);
  assert.equal(all.reviews.filter(({ id }) => id === ROSA).length, 1);
  assert.equal(all.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() reads Outscraper CSV with its month-first dates and epoch seconds", async () => {
  const files = await read(["outscraper.csv"]);
  assert.deepEqual(files.problems, []);
  assert.deepEqual(files.business, { name: "Brightwater Plumbing" });
  assert.deepEqual(
    files.reviews.map(({ date, text, source_url, owner_reply }) => [date, text, source_url, owner_reply]),
    [
      [
        "2024-03-01",
        "Quick and friendly.\nCame the same day.",
        "https://maps.example.com/reviews/1",
        { text: "Thank you, Rosa!", date: "2024-03-03" },
      ],
      ["2024-01-01", null, "https://maps.example.com/reviews/2", null],
    ],
  );
});

Deno.test("readImportFiles() reads Outscraper places and gives the line of a nested review", async () => {
  const files = await read(["outscraper_places.json"]);
  assert.deepEqual(files.business, { name: "Brightwater Plumbing" });
  assert.equal(files.reviews.length, 1);
  assert.deepEqual(where(files), [[20, "review_rating"]]);
  assert.deepEqual((await read(["outscraper_flat.json"])).business, {
    name: "Brightwater Plumbing",
    url: "https://brightwater.example.com/",
    telephone: "+1 555-0100",
    category: "Plumber",
    address: {
      street_address: "1 Sample Street",
      locality: "Springfield",
      region: "Illinois",
      postal_code: "62701",
      country: "US",
    },
    geo: { latitude: 39.8, longitude: -89.6 },
  });
});

Deno.test("readImportFiles() refuses the relative dates of Apify and leaves out other platforms", async () => {
  const files = await read(["apify.json"]);
  assert.deepEqual(files.problems, [{
    file: fixture("apify.json"),
    line: 32,
    field: "publishAt",
    value: "a year ago",
    allowed: "a calendar date such as 2024-05-31",
  }]);
  assert.deepEqual([...files.skipped], [["not written on Google", 1]]);
  assert.equal(files.reviews[0]?.text, "Schnell und freundlich.");
});

Deno.test("readImportFiles() says nothing of the business when files name different places", async () => {
  const row = (name: string) => ({ name, review_id: name, review_rating: 5, review_timestamp: 1709335815 });
  assert.equal((await readText("a.json", JSON.stringify([row("One"), row("Two"), row("One")]))).business, null);
  assert.deepEqual((await readText("a.json", JSON.stringify([row("One"), row("One")]))).business, { name: "One" });
});

Deno.test("readImportFiles() reads Trustpilot CSV and joins title and content", async () => {
  const files = await read(["trustpilot.csv"]);
  assert.deepEqual(files.formats, ["trustpilot"]);
  assert.deepEqual(
    files.reviews.map(({ id, author, date, text, owner_reply }) => [id, author, date, text, owner_reply]),
    [
      [
        reviewId(["trustpilot", "65e2a1invented0000000001"]),
        "Rosa Invented",
        "2024-03-01",
        'Quick and friendly\nThey came the same day.\n\nGreat "tidy" work.',
        { text: "Thank you, Rosa!", date: "2024-03-03" },
      ],
      [
        reviewId(["trustpilot", "65e2a1invented0000000002"]),
        "Anonymous",
        "2024-01-02",
        "Fine work and fair prices.",
        null,
      ],
    ],
  );
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

Deno.test("readImportFiles() leaves out spam and unpublished reviews of Judge.me", async () => {
  const files = await read(["judge_me.csv"]);
  assert.deepEqual(files.formats, ["judge-me"]);
  assert.deepEqual([...files.skipped], [["marked as spam", 1], ["not published", 1]]);
  assert.equal(files.rows, 4);
  assert.deepEqual(files.reviews.map(({ author, rating, text }) => [author, rating, text]), [
    ["Rosa Invented", 5, "Quick\nThey came the same day."],
    ["Otto Made-Up", 3, null],
  ]);
});

Deno.test("readImportFiles() carries no e-mail or IP address of any format", async () => {
  const files = await read(["judge_me.csv", "trustpilot.csv", "mapped.csv"], { map: MAP });
  const published = JSON.stringify([files.reviews, files.problems]);
  assert.ok(files.reviews.length >= 5);
  assert.doesNotMatch(published, /@|192\.0\.2/);
});

Deno.test("readImportFiles() reads our own format with its business and without its aggregate", async () => {
  const files = await read(["own.json"]);
  assert.deepEqual(files.formats, ["reviews-json"]);
  assert.deepEqual(files.business, { name: "Brightwater Plumbing", url: "https://brightwater.example.com/" });
  assert.deepEqual(files.reviews[0], {
    id: "01HZX3Y4Z5A6B7C8D9E0F1G2H3",
    author: "Rosa Invented",
    author_avatar_url: "https://lh3.example.com/a/one",
    rating: 5,
    date: "2024-03-01",
    text: "Quick and friendly.",
    source: "google",
    source_url: "https://maps.example.com/reviews/1",
    owner_reply: { text: "Thank you!", date: "2024-03-03" },
    verified: false,
    mentioned_technicians: ["Dana Sample"],
    mentioned_services: ["drain-cleaning"],
  });
  assert.equal(files.reviews[1]?.id, reviewId(["letter", "Otto Made-Up", "2024-01-02", "4", ""]));
});

Deno.test("readImportFiles() prefers the business of our own format to the place of another", async () => {
  for (const names of [["own.json", "outscraper.csv"], ["outscraper.csv", "own.json"]]) {
    const { business } = await read(names);
    assert.deepEqual(business, { name: "Brightwater Plumbing", url: "https://brightwater.example.com/" });
  }
});

Deno.test("readImportFiles() reads NDJSON and reports broken lines by their numbers", async () => {
  const files = await read(["own.ndjson"]);
  assert.deepEqual(files.formats, ["ndjson"]);
  assert.deepEqual(files.reviews.map(({ text, rating }) => [text, rating]), [[null, 5], [null, 5]]);
  assert.deepEqual(where(files), [[4, "row"], [5, "row"], [6, "author"]]);
  assert.equal(files.problems[0]?.value, '{"author":"Broken');
  assert.equal(files.problems[1]?.allowed, "a JSON object with the members of a review");
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

Deno.test("readImportFiles() reads a mapped CSV and gives every problem of a row with its line", async () => {
  const files = await read(["mapped.csv"], { format: "csv", map: MAP });
  assert.deepEqual(files.formats, ["csv"]);
  assert.deepEqual(files.reviews, [
    {
      id: reviewId(["csv", "17"]),
      author: "Rosa Invented",
      author_avatar_url: null,
      rating: 5,
      date: "2024-12-03",
      text: "Quick\nThey came\nthe same day.",
      source: "csv",
      source_url: null,
      owner_reply: { text: "Thank you!", date: "2024-12-24" },
      verified: true,
      mentioned_technicians: [],
      mentioned_services: [],
    },
    {
      id: reviewId(["csv", "18"]),
      author: "Anonymous",
      author_avatar_url: null,
      rating: 4,
      date: "2024-12-05",
      text: null,
      source: "csv",
      source_url: null,
      owner_reply: null,
      verified: false,
      mentioned_technicians: [],
      mentioned_services: [],
    },
  ]);
  assert.deepEqual(where(files), [[7, "Stars"], [7, "When"], [7, "Shown"], [8, "When"], [9, "row"]]);
  assert.deepEqual(files.problems.slice(3).map(({ value, allowed }) => [value, allowed]), [
    ["12.31.2024", "a date written day/month/year, such as 31/05/2024"],
    ["lost", "no more than 13 cells, as in the header"],
  ]);
  assert.deepEqual([files.rows, files.badRows, files.problemCount], [5, 3, 5]);
});

Deno.test("readImportFiles() reads files of several formats in one go", async () => {
  const files = await read(["own.ndjson", "judge_me.csv", "mapped.csv", "own.json"], { map: MAP });
  assert.deepEqual(files.formats, ["ndjson", "judge-me", "csv", "reviews-json"]);
  assert.equal(files.rows, 5 + 4 + 5 + 2);
});

Deno.test("readImportFiles() asks for the order of dates and obeys it", async () => {
  const csv = "Score,Day\n5,03/04/2024\n4,2024-05-05\n";
  const map = new Map([["rating", "Score"], ["date", "Day"]]);
  await assertError(readText("a.csv", csv, { map }), /a\.csv does not show .*03\/04\/2024.*--date-order mdy\.$/);
  const dates = async (dateOrder: "dmy" | "mdy") => {
    return (await readText("a.csv", csv, { map, dateOrder })).reviews.map(({ date }) => date);
  };
  assert.deepEqual(await dates("dmy"), ["2024-04-03", "2024-05-05"]);
  assert.deepEqual(await dates("mdy"), ["2024-03-04", "2024-05-05"]);
});

Deno.test("readImportFiles() keeps the order of rows whose dates had to wait", async () => {
  const csv = "Score,Day\n5,03/04/2024\n4,2024-05-05\n3,13/04/2024\n9,soon\n2,14/04/2024\n";
  const files = await readText("a.csv", csv, { map: new Map([["rating", "Score"], ["date", "Day"]]) });
  assert.deepEqual(files.reviews.map(({ rating, date }) => [rating, date]), [
    [5, "2024-04-03"],
    [4, "2024-05-05"],
    [3, "2024-04-13"],
    [2, "2024-04-14"],
  ]);
  assert.deepEqual(where(files), [[5, "Score"], [5, "Day"]]);
});

Deno.test("readImportFiles() gives a future date one day of tolerance", async () => {
  const row = (date: string) => JSON.stringify([{ rating: 5, date, author: "A", source: "s" }]);
  assert.equal((await readText("a.json", row("2025-01-02"))).reviews.length, 1);
  assert.equal((await readText("a.json", row("2025-01-03"))).problems[0]?.allowed, "a day that is not in the future");
});

Deno.test("readImportFiles() reads the same CSV whatever its encoding and line breaks", async () => {
  const csv = 'Name;Score;Day\n"Zoë\nX";5;2024-01-01\n\nAda;6;2024-01-01\n';
  const map = new Map([["author", "Name"], ["rating", "Score"], ["date", "Day"]]);
  const utf16 = new Uint8Array(new Uint16Array(Array.from(`\ufeff${csv}`, (letter) => letter.charCodeAt(0))).buffer);
  const variants = [csv, `\ufeff${csv}`, csv.replaceAll("\n", "\r\n"), csv.replaceAll("\n", "\r"), utf16];
  for (const [index, variant] of variants.entries()) {
    const files = await readText("a.csv", variant, { map });
    assert.deepEqual(files.reviews.map(({ author }) => author), ["Zoë X"], `variant ${index}`);
    assert.deepEqual(where(files), [[5, "Score"]], `variant ${index}`);
  }
});

Deno.test("readImportFiles() reads JSON with a byte order mark, in UTF-16 and with CRLF", async () => {
  const json =
    '[\r\n{"rating":5,"date":"2024-01-01","author":"Zoë","source":"s"},\r\n{"rating":6,"date":"2024-01-01"}]';
  const utf16 = new Uint8Array(new Uint16Array(Array.from(`\ufeff${json}`, (letter) => letter.charCodeAt(0))).buffer);
  for (const variant of [json, `\ufeff${json}`, utf16]) {
    const files = await readText("a.json", variant);
    assert.equal(files.reviews[0]?.author, "Zoë");
    assert.deepEqual(where(files), [[3, "author"], [3, "rating"], [3, "source"]]);
  }
});

Deno.test("readImportFiles() names the line and column at which JSON breaks", async () => {
  await assertError(
    readText("a.json", '[\n {"ü": 1, b: 2}]'),
    /a\.json is not valid JSON: the error is at line 2, column 11\.$/,
  );
  await assertError(
    readText("a.json", '[\r\n{"a": 1},\r\n'),
    /a\.json is not valid JSON: it ends too early at line 3, column 1\.$/,
  );
});

Deno.test("readImportFiles() refuses files that are no review files with one sentence", async () => {
  await assertError(read(["google_maps_written_reviews.json"]), /a person wrote on Google Maps/);
  await assertError(read(["missing.csv"]), /missing\.csv cannot be read: there is no such file/);
  await assertError(
    readImportFiles(["tests/fixtures"], { now: NOW }),
    /tests\/fixtures cannot be read: it is a folder/,
  );
  await assertError(readText("a.csv", " \n"), /a\.csv is empty/);
  await assertError(readText("a.csv", ";;;\n;;\n"), /a\.csv is empty/);
  await assertError(readText("a.csv", "a,b\n1,2\n"), /a\.csv is of no known format; its columns are a, b; .*--map/);
  await assertError(readText("a.xlsx", "PK\u0003\u0004rest"), /a\.xlsx is a ZIP archive or an Excel workbook/);
  await assertError(readText("a.csv", new Uint8Array([0x61, 0x2c, 0xfc, 0x0a])), /a\.csv is not valid UTF-8 at byte 2/);
  await assertError(readText("a.json", new Uint8Array([0x5b, 0x22, 0xfc, 0x22, 0x5d])), /not valid UTF-8 at byte 2/);
  await assertError(read(["own.json"], { format: "yelp" }), /There is no format "yelp"/);
  await assertError(read(["own.json"], { format: "judge-me" }), /own\.json is JSON, but the format "judge-me" is CSV/);
  await assertError(
    read(["judge_me.csv"], { format: "reviews-json" }),
    /is CSV, but the format "reviews-json" is JSON/,
  );
});

Deno.test("readImportFiles() reads a single NDJSON line by its name or by the named format", async () => {
  const line = '{"rating":5,"date":"2024-01-01","author":"A","source":"s"}';
  assert.deepEqual((await readText("a.ndjson", line)).formats, ["ndjson"]);
  assert.equal((await readText("a.txt", line, { format: "ndjson" })).reviews.length, 1);
});

Deno.test("readImportFiles() lets the last of equal ids win and accepts exact copies", async () => {
  const row = (text: string) =>
    JSON.stringify({ id: "1", rating: 5, date: "2024-01-01", author: "A", source: "s", text });
  const files = await readText("a.ndjson", [row("old"), row("new"), row("new")].join("\n"));
  assert.deepEqual(files.reviews.map(({ text }) => text), ["new"]);
  assert.deepEqual([files.rows, files.problemCount], [3, 0]);
});

Deno.test("readImportFiles() reports progress now and then", async () => {
  const seen: number[] = [];
  const csv = `Score,Day\n${"5,2024-01-01\n".repeat(2500)}`;
  await readText("a.csv", csv, {
    map: new Map([["rating", "Score"], ["date", "Day"]]),
    onProgress: (rows) => seen.push(rows),
  });
  assert.deepEqual(seen, [1000, 2000]);
});

Deno.test("readImportFiles() joins rows that span the chunks in which a file is read", async () => {
  const long = 'ü,""\r\n'.repeat(60_000 / 6);
  const row = (id: number) => `${id},5,2024-01-01,"${long}"\r\n`;
  const csv = `Id,Score,Day,Words\r\n${Array.from({ length: 20 }, (_, id) => row(id)).join("")}99,9,2024-01-01,x\r\n`;
  const map = new Map([["id", "Id"], ["rating", "Score"], ["date", "Day"], ["text", "Words"]]);
  const files = await readText("a.csv", csv, { map });
  assert.equal(files.reviews.length, 20);
  assert.ok(files.reviews.every(({ text }) => text === 'ü,"\n'.repeat(10_000).trim()));
  assert.deepEqual(where(files), [[2 + 20 * 10_001, "Score"]]);
});
