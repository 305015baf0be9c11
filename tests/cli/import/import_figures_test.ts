import assert from "node:assert/strict";
import { fc, runs } from "../../support/properties.ts";
import { importFigures } from "../../../cli/import/import_figures.ts";
import { incomingDataset } from "../../../cli/import/publish_import.ts";
import { publishImport } from "../../support/import/publish_import.ts";
import { readCurrentDataset } from "../../../domain/dataset/publish_change.ts";
import { eraseReviews } from "../../../domain/dataset/erase_reviews.ts";
import type { Store } from "../../../domain/store/store.ts";
import { readText } from "../../support/import/import_reading.ts";
import { hideReviews } from "../../support/store/hide_reviews.ts";

const SETTINGS = { keptRevisions: 5, now: () => new Date() };
const COLUMNS = ["id", "author", "rating", "date", "text", "source", "verified", "status", "place"];
const MAP = new Map(COLUMNS.map((name) => [name, name]));

const PROSE = "They came within the hour and mended the tap.";
const row = (hasIds: boolean) =>
  fc.record({
    id: hasIds ? fc.constantFrom("1", "2", "3", "4", "5", "") : fc.constant(""),
    author: fc.constantFrom("Ann Roe", "Ann", "Ben Poe", "", "a@b.example"),
    rating: fc.constantFrom("5", "4", "5", "4", "bad"),
    date: fc.constantFrom("2024-05-01", "2024-05-01", "2024-05-02"),
    text: fc.constantFrom("", "Good.", PROSE, `${PROSE} Update: it holds.`, "Late."),
    source: fc.constantFrom("", "", "yelp"),
    verified: fc.constantFrom("yes", "yes", "yes", "no"),
    status: fc.constantFrom("published", "published", "published", "spam"),
    place: fc.constantFrom("", "", "North", "South"),
  });
const file = fc.record({
  rows: fc.boolean().chain((hasIds) => fc.array(row(hasIds), { maxLength: 12 })),
  kind: fc.constantFrom("csv", "json", "ndjson"),
  replace: fc.constantFrom<"sources" | "all" | false>(false, false, "sources", "all"),
  mergeDuplicates: fc.boolean(),
  hides: fc.boolean(),
  erases: fc.boolean(),
});
type RandomFile = typeof file extends fc.Arbitrary<infer Value> ? Value : never;

function textOf({ rows, kind }: RandomFile): string {
  if (kind === "json") return JSON.stringify(rows);
  if (kind === "ndjson") return rows.map((row) => JSON.stringify(row)).join("\n");
  return [COLUMNS.join(","), ...rows.map((row) => Object.values(row).join(","))].join("\n");
}

async function reviewsOf(kv: Store) {
  return (await readCurrentDataset(kv)).current?.dataset.reviews ?? [];
}

async function importing(kv: Store, random: RandomFile) {
  const { rows, kind, replace, mergeDuplicates } = random;
  const files = await readText(`a.${kind}`, textOf(random), { map: MAP, places: ["all"], format: "csv" });
  const incoming = incomingDataset(files, { business: null, insights: null, taxonomy: null }, {
    replace,
    mergeDuplicates,
  });
  const before = (await reviewsOf(kv)).length;
  const [{ changes, dataset }] = await publishImport(kv, incoming, false);
  const figures = importFigures(files, changes);
  assert.equal(figures.read, rows.length);
  assert.ok(figures.withdrawn <= changes.withdrawable && changes.withdrawable <= before);
  if (!mergeDuplicates) assert.equal(dataset.reviews.length, before + figures.added - figures.withdrawn);
  return figures;
}

Deno.test("the figures add up for any files, and a second import of the same file changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(file, { minLength: 2, maxLength: 4 }), async (files) => {
      using kv = await Deno.openKv(":memory:");
      for (const random of files.filter(({ rows }) => rows.length > 0)) {
        await importing(kv, random);
        const again = await importing(kv, random);
        assert.equal(again.added, 0);
        // A merge may name the id of a row as an alias only if it meets the row again.
        const settled = random.mergeDuplicates ? await importing(kv, random) : again;
        if (random.rows.every(({ verified }) => verified === "yes")) {
          assert.deepEqual([settled.updated, settled.withdrawn], [0, 0]);
        }
        const [first, second] = await reviewsOf(kv);
        if (random.hides && first !== undefined) await hideReviews(kv, [first.id]);
        if (random.erases && second !== undefined) {
          const chosen = { review: second, state: "published" as const, versions: [second], revisions: [] };
          await eraseReviews(kv, [chosen], SETTINGS);
          await importing(kv, random);
          assert.ok((await reviewsOf(kv)).every(({ id }) => id !== second.id));
        }
      }
    }),
    runs(30),
  );
});

Deno.test("a row without an id that equals a row with one is added at once, even if an erased text was the same", async () => {
  using kv = await Deno.openKv(":memory:");
  const [said, shown] = [
    { rating: "5", date: "2024-05-01", text: PROSE, source: "" },
    { verified: "yes", status: "published", place: "" },
  ] as const;
  const options = { kind: "csv", replace: false, mergeDuplicates: false, hides: false, erases: false } as const;
  await importing(kv, { ...options, rows: [{ id: "1", author: "Ann Roe", ...said, source: "yelp", ...shown }] });
  const [review] = await reviewsOf(kv);
  assert.ok(review);
  await eraseReviews(kv, [{ review, state: "published", versions: [review], revisions: [] }], SETTINGS);
  const twins: RandomFile = {
    ...options,
    rows: (["", "1"] as const).map((id) => ({ id, author: "Ben Poe", ...said, ...shown })),
  };
  assert.deepEqual([(await importing(kv, twins)).added, (await importing(kv, twins)).added], [2, 0]);
});
