import { fc, runs } from "../../support/properties.ts";
import { parse } from "csv-parse/sync";
import assert from "node:assert/strict";
import { ownCsvHeader, ownCsvRecord } from "../../../cli/import/formats/own_csv.ts";
import { isEmptyValue } from "../../../cli/import/cells/source_row.ts";
import { readImportFiles } from "../../../cli/import/reading/read_import_files.ts";
import { RELATIONS, type Review, VERIFICATIONS } from "../../../domain/review.ts";
import { reviewId } from "../../../domain/review_id.ts";
import { withFiles } from "../../support/import/import_reading.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const NOW = new Date("2026-01-01T00:00:00Z");

/** Texts in the published form: composed, trimmed, without control characters, not "N/A". */
function words(maxLength: number): fc.Arbitrary<string> {
  const text = fc.string({ unit: "grapheme", maxLength });
  const pieces = fc.array(
    fc.oneof(text, fc.constantFrom('"', ",", ";", "\n", "=", "+", "-", "@", "'", "\t", "\\", "[", "}")),
    { maxLength: 12 },
  );
  return pieces.map((parts) => parts.join("").normalize("NFC").trim())
    .filter((value) => !isEmptyValue(value) && !/^n\/a$/i.test(value) && !/(?![\t\n\u007f-\u009f])\p{Cc}/u.test(value));
}

const line = words(12).map((text) => text.replace(/\s*[\n\t]\s*/g, " ").trim()).filter((text) => !isEmptyValue(text));
const day = fc.date({ min: new Date("2005-01-01"), max: NOW, noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const url = fc.option(fc.webUrl());

const review: fc.Arbitrary<Review> = fc.record({
  id: fc.string({ minLength: 1, maxLength: 9 }).map((native) => reviewId(["test", native])),
  author: line,
  author_avatar_url: url,
  rating: fc.integer({ min: 1, max: 5 }),
  date: day,
  text: fc.option(words(40)),
  // Longer texts are refused.
  source: line.filter(({ length }) => length <= 100),
  source_url: url,
  owner_reply: fc.option(fc.record({ text: words(40), date: day }, { noNullPrototype: true })),
  verification: fc.constantFrom(...VERIFICATIONS),
  incentive: fc.constantFrom(null, "a voucher"),
  mentioned_technicians: fc.array(words(12), { maxLength: 3 }),
  mentioned_services: fc.array(words(12), { maxLength: 3 }),
}, { noNullPrototype: true }).map((members) => ({ ...members, verified: members.verification !== "none" }));
/** Members that other tables than our own have no columns for. */
const further = fc.record({
  attributes: fc.record({
    photos: fc.uniqueArray(fc.nat().map((name) => `https://photos.example/${name}.jpg?a=1,2`), {
      minLength: 1,
      maxLength: 3,
    }),
    product: line,
    visit_type: line,
    place: line,
    rating_as_given: fc.constantFrom("9/10", "recommended"),
    date_precision: fc.constantFrom("month" as const, "year" as const),
  }, { noNullPrototype: true }),
  aliases: fc.array(fc.integer().map((native) => reviewId(["alias", String(native)])), { minLength: 1, maxLength: 2 }),
  relation: fc.constantFrom(...RELATIONS),
  hidden_at: fc.constant("2025-12-31T08:00:00Z"),
  hidden_reason: fc.constantFrom("spam" as const, "other" as const),
  hidden_note: line,
}, { noNullPrototype: true });
const reviews = fc.uniqueArray(review, { selector: ({ id }) => id, minLength: 1, maxLength: 8 });

const COLUMNS =
  "id,author,author_avatar_url,rating,date,text,source,source_url,reply_text,reply_date,verified,verification,incentive"
    .split(",");

function csv(list: readonly Review[], delimiter: string, lineBreak: string): string {
  const quoted = (value: unknown) => `"${String(value ?? "").replaceAll('"', '""')}"`;
  const rows = list.map((review) => {
    const reply = { reply_text: review.owner_reply?.text, reply_date: review.owner_reply?.date };
    const cells = new Map<string, unknown>(Object.entries({ ...review, ...reply }));
    return COLUMNS.map((name) => quoted(cells.get(name))).join(delimiter);
  });
  return [COLUMNS.map(quoted).join(delimiter), ...rows].join("\n").replaceAll("\n", lineBreak);
}

Deno.test("any review written as JSON, NDJSON and CSV reads back equal", async () => {
  const written = fc.tuple(reviews, fc.constantFrom(",", ";", "\t"), fc.constantFrom("\n", "\r\n", "\r"));
  await fc.assert(
    fc.asyncProperty(written, async ([list, delimiter, lineBreak]) => {
      const files = {
        "a.json": JSON.stringify({ business: { name: "B" }, reviews: list }, null, 1),
        "b.json": JSON.stringify(list),
        "c.ndjson": list.map((item) => JSON.stringify(item)).join("\n"),
      };
      await withFiles(files, async (paths) => {
        for (const path of paths) {
          const { reviews, faults } = await readImportFiles([path], { now: NOW });
          assert.deepEqual(faults, []);
          assert.deepEqual(reviews, list);
        }
      });
      await withFiles({ "d.csv": csv(list, delimiter, lineBreak) }, async (paths) => {
        const map = new Map(COLUMNS.map((name) => [name, name]));
        const { reviews, faults } = await readImportFiles(paths, { now: NOW, map });
        assert.deepEqual(faults, []);
        const none = { mentioned_technicians: [], mentioned_services: [] };
        assert.deepEqual(reviews, list.map((item) => ({ ...item, ...none, id: reviewId([item.source, item.id]) })));
      });
    }),
    runs(60),
  );
});

Deno.test("any review with all its members reads back equal from our own CSV, of which no cell is a formula", async () => {
  const whole = fc.uniqueArray(
    fc.oneof(review, fc.tuple(review, further).map(([members, more]) => ({ ...members, ...more }))),
    { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(whole, async (list) => {
      const table = ownCsvHeader() + list.map(ownCsvRecord).join("");
      await withFiles({ "e.csv": table }, async (paths) => {
        const { reviews, faults, formats, notes } = await readImportFiles(paths, { now: NOW });
        assert.deepEqual(faults, []);
        assert.deepEqual(formats, ["reviews-csv"]);
        assert.deepEqual([...notes], []);
        assert.deepEqual(reviews, list);
      });
      const cells: string[][] = parse(table, { bom: true });
      assert.deepEqual(cells.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r]/.test(cell)), []);
    }),
    {
      ...runs(100),
      examples: ["=", "＝", "＋", "－", "＠"].map((
        sign,
      ) => [[reviewOf({ date: "2025-05-14", text: `${sign}HYPERLINK()` })]]),
    },
  );
});
