import assert from "node:assert/strict";
import { archivedBodies, archivedInsights, archivedJson } from "../../../domain/dataset/dataset_archive.ts";
import { publishImport } from "../../support/import/publish_import.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { readArchive, readServedArchive } from "../../../domain/dataset/revision_chunks.ts";
import type { DatasetImport } from "../../../domain/dataset/import_dataset.ts";
import { writeInsightsDocument } from "../../../domain/documents/insights_document.ts";
import { readReviewsDocument } from "../../../domain/documents/reviews_document.ts";
import {
  builtInTaxonomy,
  chosenTaxonomy,
  type TaxonomyChoice,
} from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { computedInsights } from "../../support/reviews/computed_insights.ts";
import { REVIEWED_BUSINESS } from "../../support/reviews/opinionated_reviews.ts";
import { importOf, reviewOf } from "../../support/reviews/review_of.ts";

const OWN = { ...builtInTaxonomy("restaurant"), id: "own", sentiment_words: { blue: -3 } };

/** Asserts that the published insights are those computed from the published reviews alone. */
async function checkPublished(kv: Deno.Kv): Promise<TaxonomyChoice | null> {
  const { value: head } = await readHead(kv);
  const archive = head && await readArchive(kv, head);
  const served = head && await readServedArchive(kv, head);
  assert.ok(archive !== null && served !== null);
  const { business, reviews } = readReviewsDocument(archivedBodies(served, "/reviews.json").identity.bytes);
  const taxonomy = archivedJson(archive, "taxonomy");
  if (!head?.operator_insights) {
    const document = computedInsights(business, reviews, chosenTaxonomy(taxonomy, business));
    assert.deepEqual(archivedBodies(served, "/insights.json").identity.bytes, writeInsightsDocument(document));
  }
  return taxonomy;
}

Deno.test("insights always match the published reviews and the last named taxonomy", async () => {
  using kv = await Deno.openKv(":memory:");
  const texts = [
    "The pizza was great.",
    "Ada was late and rude.",
    "A fair price in Old Town.",
    null,
    "The waiter was blue.",
  ];
  const reviews = Array.from(
    { length: 15 },
    (_, n) =>
      reviewOf({ native: `${n}`, text: texts[n % 5] ?? null, rating: 1 + n % 5, date: `2026-0${1 + n % 9}-01` }),
  );
  const edited = reviews.slice(5).map((review) => ({ ...review, text: "The pizza was blue and late." }));
  const named: readonly (readonly [incoming: DatasetImport, taxonomy: TaxonomyChoice | null])[] = [
    [importOf(reviews, { business: REVIEWED_BUSINESS }), null],
    [importOf(edited), null],
    [importOf([], { taxonomy: OWN }), OWN],
    [importOf(reviews.slice(9).map((review) => ({ ...review, verified: false }))), OWN],
    [importOf([], { business: { ...REVIEWED_BUSINESS, technicians: [] } }), OWN],
    [importOf([...reviews.slice(0, 3), reviewOf()], { replace: "all" }), OWN],
    [importOf([], { taxonomy: "restaurant" }), "restaurant"],
    [importOf(reviews), "restaurant"],
  ];
  for (const [incoming, taxonomy] of named) {
    await publishImport(kv, incoming, false);
    assert.deepEqual(await checkPublished(kv), taxonomy);
  }
  // Insights of the operator's own hold no analyses that the next import could use.
  const archive = await readArchive(kv, (await readHead(kv)).value ?? assert.fail()) ?? assert.fail();
  const insights = { ...archivedInsights(archive), model: "hand-made" };
  await publishImport(kv, importOf([], { insights }), false);
  await publishImport(kv, importOf([reviewOf({ native: "new" })]), false);
  assert.equal(await checkPublished(kv), "restaurant");
});

Deno.test("imports at the same time lose nothing, and insights are those of all", async () => {
  using kv = await Deno.openKv(":memory:");
  const incoming = ["fair", "terrible", "fair", "terrible"].map((word, n) =>
    importOf([reviewOf({ native: `${n}`, text: `The price was ${word}.` })], { taxonomy: n === 2 ? OWN : null })
  );
  await Promise.all(incoming.map((one) => publishImport(kv, one, false)));
  assert.deepEqual(await checkPublished(kv), OWN);
  const { value: head } = await readHead(kv);
  assert.equal(head?.reviews, 4);
});

Deno.test("damaged analyses are computed again by the next import", async () => {
  using kv = await Deno.openKv(":memory:");
  const reviews = [reviewOf({ native: "1", text: "A fair price." }), reviewOf({ native: "2" })];
  await publishImport(kv, importOf(reviews), false);
  const { value: head } = await readHead(kv);
  assert.ok(head !== null);
  const key = ["dataset", head.revision, head.chunks - 1];
  const { value: chunk } = await kv.get<Uint8Array<ArrayBuffer>>(key);
  assert.ok(chunk !== null);
  await kv.set(key, chunk.fill(0, chunk.length - 20));
  await publishImport(kv, importOf([reviewOf({ native: "3" })]), false);
  await checkPublished(kv);
});
