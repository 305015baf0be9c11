import assert from "node:assert/strict";
import { ImportFileError } from "../../../../cli/import/bytes/import_file_error.ts";
import { type FormatWish, understandDocument, understandTable } from "../../../../cli/import/formats/find_format.ts";
import descriptions from "../../../../cli/import/formats/formats.json" with { type: "json" };
import type { FormatDescription, ImportFormat } from "../../../../cli/import/formats/import_format.ts";
import { formatNamed } from "../../../../cli/import/formats/import_formats.ts";

function formatOf(header: string, wish: FormatWish): ImportFormat {
  const columns = header.split(",").map((name) => ({ name, values: [""] }));
  return understandTable("x.csv", columns, wish, "2024-12-31").format;
}

function ofHeader(header: string, wish: FormatWish = {}): string {
  return formatOf(header, wish).name;
}

function ofJson(document: unknown, wish: FormatWish = {}): string {
  return understandDocument("x.json", document, wish, "2024-12-31").understanding.format.name;
}

function assertError(act: () => unknown, message: RegExp): void {
  assert.throws(act, (error: unknown) => error instanceof ImportFileError && message.test(error.message));
}

const MAP = new Map([["rating", "Score"], ["date", "Day"]]);
const OWN = { rating: 5, date: "2024-01-01", author: "Ada", source: "letter" };
const OUTSCRAPER = { review_rating: 5, review_timestamp: 1, rating: 4, name: "Place", author_title: "Ada" };
const APIFY = { stars: 5, publishedAtDate: "2024-01-01", reviewOrigin: "Google", name: "Ada" };
const GOOGLE = { starRating: "FIVE", createTime: "2024-01-01T00:00:00Z" };

Deno.test("the formats are told apart by the headers of a table, or by the members of a document's rows", () => {
  const headers = {
    "name,rating,REVIEW_RATING,review_datetime_utc,author_title": "outscraper",
    "reviewId,name,stars,publishedAtDate,rating,reviewerUrl": "apify",
    "Review ID,Review stars,Review Created (UTC),Domain Url": "trustpilot",
    "title,body,rating,review_date,reviewer_name,curated": "judge-me",
  };
  for (const [header, format] of Object.entries(headers)) assert.equal(ofHeader(header), format);
  const documents: readonly (readonly [document: unknown, format: string])[] = [
    [{ reviews: [GOOGLE] }, "google-business-profile"],
    [[{ reviews: [GOOGLE] }, { reviews: [GOOGLE] }], "google-business-profile"],
    [[OUTSCRAPER], "outscraper"],
    [[[OUTSCRAPER], [OUTSCRAPER]], "outscraper"],
    [{ name: "Place", reviews_data: [OUTSCRAPER] }, "outscraper"],
    [{ data: [[{ name: "Place", reviews_data: [OUTSCRAPER] }]] }, "outscraper"],
    [[APIFY], "apify"],
    [[{ title: "Place", reviews: [APIFY] }], "apify"],
    [{ business: {}, reviews: [OWN] }, "reviews-json"],
    [[OWN], "reviews-json"],
    // The first row is broken.
    [[5, {}, APIFY], "apify"],
    // An empty list is the service's own.
    [[], "reviews-json"],
    [{ reviews: [] }, "reviews-json"],
    [{ reviews_data: [] }, "outscraper"],
  ];
  for (const [document, format] of documents) assert.equal(ofJson(document), format, JSON.stringify(document));
});

Deno.test("understandTable() uses a given map or refuses it, and never ignores it", () => {
  const judgeMe = "title,body,rating,review_date,reviewer_name,curated";
  assert.equal(ofHeader(`${judgeMe},Score,Day`, { map: MAP, format: "csv" }), "csv");
  const corrected = formatOf(`${judgeMe},Score,Day`, { map: MAP });
  assert.deepEqual([corrected.name, corrected.fields.rating, corrected.fields.text], ["judge-me", ["Score"], ["body"]]);
  assertError(() => ofHeader(judgeMe, { map: MAP }), /^x\.csv lacks the column "Score" that --map names; its columns/);
  const changed = (column: string) => ({ map: new Map([["text", column]]) });
  const format = formatOf(`${judgeMe},Words`, changed("Words"));
  assert.deepEqual([format.name, format.fields.text, format.fields.rating], ["judge-me", ["Words"], ["rating"]]);
  assertError(
    () => ofHeader(judgeMe, changed("Words")),
    /^x\.csv lacks the column "Words" that --map names; its columns are title/,
  );
});

Deno.test("understandTable() refuses a table in a sentence with its columns, at most 40, without control characters", () => {
  const header = ["a\u001b[2J\nb", ...Array.from({ length: 50 }, (_, index) => `column ${index}`)].join(",");
  const map = (...fields: string[]) => new Map(fields.map((field) => [field, field]));
  const unknown =
    /^x\.csv is of no known format; its columns are Score, Day; none is known to hold ratings or dates; docs\/import\.md has the formats; .* --map rating=/;
  const refused: readonly (readonly [header: string, wish: FormatWish, message: RegExp])[] = [
    ["Score,Day", {}, unknown],
    [header, {}, /its columns are a \[2J b, column 0, .*, column 38 and 11 more; none/],
    ["a,b", { format: "trustpilot" }, /lacks the column "Review Stars" or "stars"; its columns are a, b/],
    ["Score,b", { format: "csv", map: MAP }, /"csv": it lacks the column "Day"/],
    ["a", { format: "excel" }, /^There is no format "excel": the formats are/],
    ["a", { format: "csv" }, /No column is mapped to rating.* add --map rating=COLUMN/],
    ["a", { map: map("rating", "date", "stars") }, /does not know the field "stars": did you mean rating\?/],
    ["a", { format: "csv", map: map("rating") }, /No column is mapped to date/],
  ];
  for (const [header, wish, message] of refused) assertError(() => ofHeader(header, wish), message);
});

Deno.test("understandDocument() describes a top level that holds no reviews", () => {
  assertError(() => ofJson({ reviews: {}, total: 0 }), /top level is an object with the members reviews, total; /);
  assertError(() => ofJson("reviews"), /top level is neither an object nor an array; expected an array of reviews/);
  assertError(() => ofJson([{ a: 1 }]), /is JSON, but not of a known format: its top level is an array/);
  assertError(() => ofJson({ a: [] }, { format: "outscraper" }), /not of the format "outscraper"/);
});

Deno.test("understandDocument() names the file to import instead of reviews written by the account holder", () => {
  const written = { type: "FeatureCollection", features: [] };
  const message = /a person wrote on Google Maps, not those of the business: take .*"Google Business Profile"/;
  assertError(() => ofJson(written), message);
  assertError(() => ofJson(written, { format: "google-business-profile" }), message);
});

Deno.test("formats.json names only fields that a review or a place has", () => {
  for (const { name, fields, place = {} } of descriptions as readonly FormatDescription[]) {
    const format = formatNamed(name);
    for (const field of Object.keys(fields)) assert.ok(field in format.fields, `${name}: ${field}`);
    for (const field of Object.keys(place)) assert.ok(field in (format.place ?? {}), `${name}: ${field}`);
  }
});
