import assert from "node:assert/strict";
import { understandDocument, understandTable } from "../../../../cli/import/formats/find_format.ts";
import descriptions from "../../../../cli/import/formats/formats.json" with { type: "json" };
import { FormatDescription } from "../../../../cli/import/formats/import_format.ts";

function ofHeader(header: string): string {
  const columns = header.split(",").map((name) => ({ name, values: [""] }));
  return understandTable("x.csv", columns, {}).format.name;
}

function ofJson(document: unknown): string {
  return understandDocument("x.json", document, {}).understanding.format.name;
}

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

Deno.test("understandTable() refuses a table in a sentence with its columns, at most 40, without control characters", () => {
  const header = ["a\u001b[2J\nb", ...Array.from({ length: 50 }, (_, index) => `column ${index}`)].join(",");
  assert.throws(() => ofHeader(header), /its columns are a \[2J b, column 0, .*, column 38 and 11 more; no name/);
});

Deno.test("a description of a format with an unknown member, or a value of the wrong kind, is refused", () => {
  const [first] = descriptions;
  const wrong = [
    { lisst: "typo" },
    { fields: { ...first!.fields, stars: ["Stars"] } },
    { fields: { rating: "Stars" } },
    { place: { town: ["Town"] } },
    { containers: ["tsv"] },
    { idPattern: "(" },
    { only: { names: ["a"], pattern: "b" } },
    { vouchedBy: "nobody" },
  ];
  assert.equal(FormatDescription.safeParse(first).success, true);
  for (const members of wrong) {
    assert.equal(FormatDescription.safeParse({ ...first, ...members }).success, false, JSON.stringify(members));
  }
});
