import assert from "node:assert/strict";
import { archiveDataset } from "../../../domain/dataset/archive_dataset.ts";
import { archivedBodies, unarchiveDataset } from "../../../domain/dataset/dataset_archive.ts";
import { withHidden, withRestored } from "../../../domain/dataset/hidden_reviews.ts";
import { importDataset } from "../../../domain/dataset/import_dataset.ts";
import type { HiddenMark } from "../../../domain/review.ts";
import { businessOf, datasetOf, importOf, reviewOf } from "../../support/reviews/review_of.ts";

const [NEW, OLD] = [reviewOf({ native: "new", date: "2026-05-02" }), reviewOf({ native: "old", date: "2026-05-01" })];
const MARK: HiddenMark = {
  hidden_at: "2026-11-22T08:00:00.000Z",
  hidden_reason: "personal_data",
  hidden_note: "Asked by mail.",
};
const NOW = new Date("2026-11-23T08:00:00.000Z");
const BOTH = datasetOf([NEW, OLD]);

Deno.test("a hidden review is kept with its time, and comes back to its place as it was", () => {
  const hidden = withHidden(BOTH, new Set([NEW.id]), MARK);
  assert.deepEqual(hidden, { ...BOTH, reviews: [OLD], hidden: [{ ...NEW, ...MARK }] });
  assert.deepEqual(withHidden(hidden, new Set([NEW.id]), { ...MARK, hidden_reason: "spam" }), hidden);
  assert.deepEqual(withRestored(hidden, new Set([OLD.id]), NOW), hidden);
  assert.deepEqual(withRestored(hidden, new Set([NEW.id]), NOW), BOTH);
});

Deno.test("what the business has hidden stays hidden when it publishes unverified reviews, and restored ones do not", () => {
  const spam = reviewOf({ native: "spam", date: "2026-05-03", verified: false });
  const left = importDataset(null, importOf([NEW, spam]), undefined, NOW).dataset;
  const unverified = { hidden_at: NOW.toISOString(), hidden_reason: "not_verified" };
  assert.deepEqual(left.hidden, [{ ...spam, ...unverified }]);
  const hidden = withHidden(left, new Set([spam.id]), MARK);
  assert.deepEqual(hidden.hidden, [{ ...spam, ...MARK }]);
  const open = importDataset(hidden, importOf([], { business: businessOf({ publish_unverified: true }) })).dataset;
  assert.deepEqual([open.reviews, open.hidden], [[NEW], [{ ...spam, ...MARK }]]);
  assert.deepEqual(withRestored(open, new Set([spam.id]), NOW).reviews, [spam, NEW]);
  assert.deepEqual(withRestored(hidden, new Set([spam.id]), NOW).hidden, [{ ...spam, ...unverified }]);
});

Deno.test("a review unpublished at its source stays withheld since the import that reported it", () => {
  const row = { ...NEW, unpublished: true as const };
  const mark = { hidden_at: NOW.toISOString(), hidden_reason: "not_published" };
  const first = importDataset(BOTH, importOf([row]), undefined, NOW);
  assert.deepEqual([first.dataset.reviews, first.dataset.hidden], [[OLD], [{ ...NEW, ...mark }]]);
  assert.deepEqual([first.changes.withdrawn, first.changes.withdrawnByStars], [1, [0, 0, 0, 0, 1]]);
  const later = new Date("2026-12-01T08:00:00.000Z");
  const again = importDataset(first.dataset, importOf([row], { replace: "sources" }), undefined, later);
  assert.deepEqual(again.dataset.hidden, [{ ...NEW, ...mark }]);
  const published = importDataset(again.dataset, importOf([NEW, row]), undefined, later).dataset;
  assert.deepEqual([published.reviews, published.hidden], [[NEW, OLD], undefined]);
  // A review that the business has hidden stays hidden by the business.
  const hidden = withHidden(BOTH, new Set([NEW.id]), MARK);
  assert.deepEqual(importDataset(hidden, importOf([row])).dataset.hidden, [{ ...NEW, ...MARK }]);
});

Deno.test("hidden reviews are in the archive, and in no document of it", () => {
  const hidden = withHidden(BOTH, new Set([NEW.id]), MARK);
  const archive = archiveDataset(hidden);
  assert.deepEqual(unarchiveDataset(archive, { operator_insights: false }), hidden);
  for (const document of ["/reviews.json", "/insights.json"] as const) {
    const text = new TextDecoder().decode(archivedBodies(archive, document).identity.bytes);
    assert.ok(!text.includes(NEW.id) && text.length > 100, document);
  }
  assert.notEqual(archive.digest, archiveDataset({ ...BOTH, reviews: [OLD] }).digest);
});

Deno.test("insights of the operator's own go when a review that they count is hidden", () => {
  const { bytes } = archivedBodies(archiveDataset(BOTH), "/insights.json").identity;
  const own = { ...BOTH, operatorInsights: JSON.parse(new TextDecoder().decode(bytes)) };
  assert.notEqual(withHidden(own, new Set(["none"]), MARK).operatorInsights, null);
  assert.equal(withHidden(own, new Set([NEW.id]), MARK).operatorInsights, null);
});
