import assert from "node:assert/strict";
import { ObjectRow } from "../../../../cli/import/cells/source_row.ts";
import { type ImportFormat, mappedFormat } from "../../../../cli/import/formats/import_format.ts";
import { formatNamed } from "../../../../cli/import/formats/import_formats.ts";
import { type ReadRow, readRow } from "../../../../cli/import/reading/read_row.ts";
import { reviewId } from "../../../../domain/review_id.ts";
import { testClaims } from "../../../support/claims.ts";
import { mapOf } from "../../../support/import/import_reading.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const OWN = { author: "Ada", rating: 5, date: "2024-05-01", source: "letter" };

const notes: string[] = [];

function read(
  members: Record<string, unknown>,
  format: ImportFormat = formatNamed("reviews-json"),
  more: Partial<Parameters<typeof readRow>[2]> = {},
): ReadRow {
  return readRow(new ObjectRow(members, 1), format, {
    lastDay: "2024-12-31",
    order: null,
    relativeTo: null,
    scale: format.scale ?? null,
    isFromZero: false,
    hasPlaces: false,
    onNote: (note) => void notes.push(note),
    ...more,
  });
}

function fields(row: ReadRow): string[] {
  return row.faults.map(({ field }) => field);
}

Deno.test("readRow() fills what our own format may leave out", () => {
  const id = reviewId(["letter", "Ada", "2024-05-01", "5", ""]);
  assert.deepEqual(read(OWN).review, { ...reviewOf({ ...OWN, id, text: null }), unnumbered: true });
});

Deno.test("readRow() keeps a ULID of our own format and takes any other id for one at the source", () => {
  const ulid = "01HZX3Y4Z5A6B7C8D9E0F1G2H3";
  assert.equal(read({ ...OWN, id: ulid }).review?.id, ulid);
  assert.equal(read({ ...OWN, id: "9b57" }).review?.id, reviewId(["letter", "9b57"]));
  assert.equal(read({ ...OWN, id: 17 }).review?.id, reviewId(["letter", "17"]));
  assert.equal(read({ ...OWN, id: " " }).review?.id, read(OWN).review?.id);
});

Deno.test("readRow() makes the id of a row without one from all of its fields, the date as written", () => {
  const row = read({ ...OWN, date: "2024-05-01T10:00:00Z", text: " Good\r\nwork " });
  assert.equal(row.review?.id, reviewId(["letter", "Ada", "2024-05-01T10:00:00Z", "5", "Good\nwork"]));
});

Deno.test("readRow() keeps which part of a date its source names", () => {
  notes.length = 0;
  const of = (date: string) => read({ ...OWN, date }, formatNamed("reviews-json"), { relativeTo: "2024-05-31" }).review;
  assert.deepEqual([of("a year ago")?.date, of("a year ago")?.attributes], ["2022-11-30", { date_precision: "year" }]);
  assert.deepEqual(of("May 2024")?.attributes, { date_precision: "month" });
  assert.equal(of("2 days ago")?.attributes, undefined);
  assert.deepEqual(notes, ["no day", "no day", "no day"]);
});

Deno.test("readRow() lists every fault of a row by the name of its member", () => {
  const row = read({
    id: ["7", "8"],
    author: " ",
    author_avatar_url: "javascript:alert(1)",
    rating: "none",
    date: "2 months ago",
    text: 5,
    source_url: "//a.example",
    owner_reply: { text: "Thanks", date: "2025-06-01" },
    verified: null,
    mentioned_technicians: ["Dana", ""],
    mentioned_services: "drains",
  });
  assert.deepEqual(fields(row), [
    ...["author", "rating", "date", "text", "source"],
    ...["verified", "mentioned_technicians", "mentioned_services", "id"],
  ]);
  assert.equal(row.review, null);
  assert.deepEqual(JSON.parse(JSON.stringify(row.faults[2])), {
    field: "date",
    value: "2 months ago",
    allowed: "a calendar date such as 2024-05-31, or --relative-to with the day of the export",
  });
});

Deno.test("readRow() cuts the value of a fault to 80 characters without control characters", () => {
  const [fault] = read({ ...OWN, rating: `\u001b[31m${"🧑".repeat(100)}` }).faults;
  assert.equal(fault?.value, ` [31m${"🧑".repeat(37)}`);
});

Deno.test("readRow() leaves out and counts what is no picture, link or reply; a reply without a day gets that of its review", () => {
  notes.length = 0;
  const bad = { author_avatar_url: "ann.png", source_url: "//a.example", owner_reply: "Thanks" };
  assert.deepEqual(fields(read({ ...OWN, ...bad })), []);
  assert.deepEqual(notes.splice(0), ["no address", "no address", "no reply"]);
  const { review } = read({ ...OWN, owner_reply: { text: "Thanks" } });
  assert.deepEqual(review?.owner_reply, { text: "Thanks", date: OWN.date });
  assert.deepEqual(notes, ["undated reply"]);
});

Deno.test("readRow() takes a reply without words for none, and puts a name of several lines on one", () => {
  assert.equal(read({ ...OWN, author: "Ada\r\n Lovely" }).review?.author, "Ada Lovely");
  assert.equal(read({ ...OWN, owner_reply: { text: " ", date: "soon" } }).review?.owner_reply, null);
  assert.equal(read({ ...OWN, owner_reply: null }).review?.owner_reply, null);
});

Deno.test("readRow() refuses a name of more than 200 and a text of more than 100,000 characters", () => {
  assert.deepEqual(fields(read({ ...OWN, author: "x".repeat(200), text: "x".repeat(100_000) })), []);
  assert.deepEqual(fields(read({ ...OWN, author: "x".repeat(201), text: "x".repeat(100_001) })), ["author", "text"]);
  // Title and text are too long together.
  const format = mappedFormat(mapOf("rating=rating,date=date,title=title,text=text"));
  const row = read({ ...OWN, title: "Title", text: "x".repeat(99_999) }, format);
  assert.deepEqual(fields(row), ["text"]);
});

Deno.test("readRow() publishes nobody without consent, nobody who is marked as hidden, and no name that may not be shown", () => {
  const columns = "author=author,rating=rating,date=date,source=source,consent=ok,hidden=gone,show_name=named";
  const format = mappedFormat(mapOf(columns));
  const given = { ...OWN, ok: "yes", gone: "", named: "yes" };
  const cases = [
    [{ ok: "" }, "without consent to publish"],
    [{ gone: "no" }, null],
    // Deleted by somebody.
    [{ gone: "customer" }, "not published"],
  ] as const;
  for (const [members, reason] of cases) {
    const { skipped, faults } = read({ ...given, ...members }, format);
    assert.deepEqual([skipped && String(skipped), faults], [reason, []], JSON.stringify(members));
  }
  const states = new Map([["initials", "anonymous"]] as const);
  const authors = ["yes", "no", "initials"].map((named) =>
    read({ ...given, named }, format, { states }).review?.author
  );
  assert.deepEqual(authors, ["Ada", "Anonymous", "Anonymous"]);
});

// Each setting has a format and a row of it, each text the members that a case changes.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/rows.txt`, ({ expected, texts, setting }) => {
  const [format = "", row = ""] = setting;
  for (const text of texts) {
    const { review, skipped, faults } = read({ ...JSON.parse(row), ...JSON.parse(text) }, formatNamed(format));
    const verified = `${review?.verified ? "verified" : "not verified"} by ${review?.verification}`;
    const outcome = faults.length > 0
      ? `refused by ${faults[0]?.field}`
      : skipped === null
      ? verified
      : String(skipped);
    assert.equal(outcome, expected, `${format} ${text}`);
  }
});
