import assert from "node:assert/strict";
import { ImportFileError } from "../../../../cli/import/bytes/import_file_error.ts";
import { type FormatWish, understandDocument, understandTable } from "../../../../cli/import/formats/find_format.ts";
import descriptions from "../../../../cli/import/formats/formats.json" with { type: "json" };
import type { FormatDescription, ImportFormat } from "../../../../cli/import/formats/import_format.ts";
import { formatNamed } from "../../../../cli/import/formats/import_formats.ts";

function formatOf(header: string, wish: FormatWish): ImportFormat {
  const columns = header.split(",").map((name) => ({ name, values: [] }));
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

Deno.test("understandTable() tells the CSV formats apart by their headers", () => {
  assert.equal(ofHeader("name,rating,REVIEW_RATING,review_datetime_utc,author_title"), "outscraper");
  assert.equal(ofHeader("reviewId,name,stars,publishedAtDate,rating,reviewerUrl"), "apify");
  assert.equal(ofHeader("Review ID,Review stars,Review Created (UTC),Domain Url"), "trustpilot");
  assert.equal(ofHeader("title,body,rating,review_date,reviewer_name,curated"), "judge-me");
});

Deno.test("understandTable() uses a given map or refuses it, and never ignores it", () => {
  const judgeMe = "title,body,rating,review_date,reviewer_name,curated";
  assert.equal(ofHeader(`${judgeMe},Score,Day`, { map: MAP }), "csv");
  assertError(() => ofHeader(judgeMe, { map: MAP }), /^x\.csv lacks the column "Score" that --map names; its columns/);
  const changed = (column: string) => ({ map: new Map([["text", column]]) });
  const format = formatOf(`${judgeMe},Words`, changed("Words"));
  assert.deepEqual([format.name, format.fields.text, format.fields.rating], ["judge-me", ["Words"], ["rating"]]);
  assertError(
    () => ofHeader(judgeMe, changed("Words")),
    /^x\.csv lacks the column "Words" that --map names; its columns are title/,
  );
});

Deno.test("understandTable() names columns, formats and --map when no format fits", () => {
  assertError(
    () => ofHeader("Score,Day"),
    /^x\.csv is of no known format; its columns are Score, Day; none is known to hold ratings or dates; docs\/import\.md has the formats; .* --map rating=/,
  );
});

Deno.test("understandTable() lists at most 40 columns, without control characters", () => {
  const header = ["a\u001b[2J\nb", ...Array.from({ length: 50 }, (_, index) => `column ${index}`)].join(",");
  assertError(() => ofHeader(header), /its columns are a \[2J b, column 0, .*, column 38 and 11 more; none/);
});

Deno.test("understandTable() names the column that the wanted format lacks", () => {
  assertError(
    () => ofHeader("a,b", { format: "trustpilot" }),
    /lacks the column "Review Stars" or "stars"; its columns are a, b/,
  );
  assertError(() => ofHeader("Score,b", { format: "csv", map: MAP }), /"csv": it lacks the column "Day"/);
  assertError(() => ofHeader("a", { format: "excel" }), /^There is no format "excel": the formats are/);
  assertError(() => ofHeader("a", { format: "csv" }), /No column is mapped to rating.* add --map rating=COLUMN/);
});

Deno.test("understandTable() refuses a map that is not complete or names an unknown field", () => {
  const map = (...fields: string[]) => new Map(fields.map((field) => [field, field]));
  assertError(() => ofHeader("a", { map: map("rating", "date", "stars") }), /does not know the field "stars"/);
  assertError(() => ofHeader("a", { format: "csv", map: map("rating") }), /No column is mapped to date/);
});

Deno.test("understandDocument() tells the JSON formats apart by the members of their rows", () => {
  assert.equal(ofJson({ reviews: [GOOGLE] }), "google-business-profile");
  assert.equal(ofJson([{ reviews: [GOOGLE] }, { reviews: [GOOGLE] }]), "google-business-profile");
  assert.equal(ofJson([OUTSCRAPER]), "outscraper");
  assert.equal(ofJson([[OUTSCRAPER], [OUTSCRAPER]]), "outscraper");
  assert.equal(ofJson({ name: "Place", reviews_data: [OUTSCRAPER] }), "outscraper");
  assert.equal(ofJson({ data: [[{ name: "Place", reviews_data: [OUTSCRAPER] }]] }), "outscraper");
  assert.equal(ofJson([APIFY]), "apify");
  assert.equal(ofJson([{ title: "Place", reviews: [APIFY] }]), "apify");
  assert.equal(ofJson({ business: {}, reviews: [OWN] }), "reviews-json");
  assert.equal(ofJson([OWN]), "reviews-json");
});

Deno.test("understandDocument() is not misled by a first row that is broken", () => {
  assert.equal(ofJson([5, {}, APIFY]), "apify");
});

Deno.test("understandDocument() treats an empty list as the service's own format", () => {
  assert.equal(ofJson([]), "reviews-json");
  assert.equal(ofJson({ reviews: [] }), "reviews-json");
  assert.equal(ofJson({ reviews_data: [] }), "outscraper");
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
