import assert from "node:assert/strict";
import { archiveDataset, earlierAnalyses } from "../../../domain/dataset/archive_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import type { DatasetArchive } from "../../../domain/dataset/dataset_archive.ts";
import { businessOf } from "../../support/reviews/business_of.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const reviews = [reviewOf({ native: "1" }), reviewOf({ native: "2" })];
const dataset: Dataset = { business: businessOf(), reviews, operatorInsights: null, taxonomy: null, sample: false };
const archive = archiveDataset(dataset);

function changed(edit: (bytes: Uint8Array, from: number, to: number) => void): DatasetArchive {
  const bytes = archive.bytes.slice();
  const [length] = archive.parts.filter(({ document }) => document === "analyses").map(({ length }) => length);
  edit(bytes, bytes.length - (length ?? NaN), bytes.length);
  return { ...archive, bytes };
}

Deno.test("earlierAnalyses() gives each review of the archive its row", () => {
  const earlier = earlierAnalyses(archive, reviews);
  assert.deepEqual([earlier?.reviews, earlier?.packed.rows.length], [reviews, 2]);
});

Deno.test("earlierAnalyses() gives none that are damaged or belong to other reviews, so that all are analysed", () => {
  assert.equal(earlierAnalyses(changed((bytes, from) => bytes[from] = 0), reviews), null);
  assert.equal(earlierAnalyses(changed((bytes, from, to) => bytes.fill(0, (from + to) >> 1, to)), reviews), null);
  assert.equal(earlierAnalyses(changed((bytes, _, to) => bytes.fill(0, to - 8, to)), reviews), null);
  assert.equal(earlierAnalyses(archive, reviews.slice(1)), null);
  assert.equal(earlierAnalyses(archive, [...reviews, reviewOf({ native: "3" })]), null);
});

Deno.test("earlierAnalyses() gives none of an archive that keeps none", () => {
  const parts = archive.parts.filter(({ document }) => document.startsWith("/"));
  assert.equal(earlierAnalyses({ ...archive, parts }, reviews), null);
});
