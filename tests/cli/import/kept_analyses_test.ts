import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { publishImport } from "../../../cli/import/publish_import.ts";
import type { Business } from "../../../domain/business.ts";
import { archivedBodies, archivedInsights, archivedTaxonomy } from "../../../domain/dataset/dataset_archive.ts";
import { readHead } from "../../../domain/dataset/dataset_head.ts";
import { readArchive, readServedArchive } from "../../../domain/dataset/revision_chunks.ts";
import type { DatasetImport } from "../../../domain/dataset/import_dataset.ts";
import { writeInsightsDocument } from "../../../domain/documents/insights_document.ts";
import { readReviewsDocument } from "../../../domain/documents/reviews_document.ts";
import {
  builtInTaxonomy,
  chosenTaxonomy,
  TAXONOMY_NAMES,
  type TaxonomyChoice,
} from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { computedInsights } from "../../support/reviews/computed_insights.ts";
import { opinionatedReviews, REVIEWED_BUSINESS } from "../../support/reviews/opinionated_reviews.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

const OWN = { ...builtInTaxonomy("restaurant"), id: "own", sentiment_words: { blue: -3 } };
const NOTHING: DatasetImport = {
  reviews: [],
  business: null,
  place: null,
  insights: null,
  taxonomy: null,
  replace: false,
};

/** Asserts that the published insights are those computed from the published reviews alone. */
async function checkPublished(kv: Deno.Kv): Promise<TaxonomyChoice | null> {
  const { value: head } = await readHead(kv);
  const archive = head && await readArchive(kv, head);
  const served = head && await readServedArchive(kv, head);
  assert.ok(archive !== null && served !== null);
  const { business, reviews } = readReviewsDocument(archivedBodies(served, "/reviews.json").identity.bytes);
  const taxonomy = archivedTaxonomy(archive);
  if (!head?.operator_insights) {
    const document = computedInsights(business, reviews, chosenTaxonomy(taxonomy, business));
    assert.deepEqual(archivedBodies(served, "/insights.json").identity.bytes, writeInsightsDocument(document));
  }
  return taxonomy;
}

const OTHERS: readonly Business[] = [
  { ...REVIEWED_BUSINESS, name: "Fair Price" },
  { ...REVIEWED_BUSINESS, technicians: [] },
];
const change = fc.oneof(
  fc.record({ withdrawn: fc.nat(20) }),
  fc.record({ edited: fc.nat(20), text: fc.constantFrom("The pizza was blue and late.", "A fair price.", null) }),
  fc.record({ taxonomy: fc.constantFrom<TaxonomyChoice[]>(...TAXONOMY_NAMES, OWN) }),
  fc.record({ business: fc.constantFrom(...OTHERS) }),
  fc.constant({ ownInsights: true }),
  fc.constant({ replaced: true }),
  fc.constant({ again: true }),
);

Deno.test("insights always match the published reviews and the last named taxonomy, after any imports", async () => {
  await fc.assert(
    fc.asyncProperty(
      opinionatedReviews.filter(({ length }) => length > 0),
      fc.array(change, { maxLength: 6 }),
      async (reviews, changes) => {
        using kv = await Deno.openKv(":memory:");
        let named: TaxonomyChoice | null = null;
        await publishImport(kv, { ...NOTHING, reviews, business: REVIEWED_BUSINESS }, false);
        for (const step of changes) {
          const incoming = incomingOf(step, reviews);
          if ("ownInsights" in step) await bringOwnInsights(kv);
          else await publishImport(kv, incoming, false);
          if (incoming.taxonomy !== null) named = incoming.taxonomy;
          assert.deepEqual(await checkPublished(kv), named);
        }
      },
    ),
    runs(25),
  );
});

type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function incomingOf(step: Change, reviews: DatasetImport["reviews"]): DatasetImport {
  if ("taxonomy" in step) return { ...NOTHING, taxonomy: step.taxonomy };
  if ("business" in step) return { ...NOTHING, business: step.business };
  if ("replaced" in step) return { ...NOTHING, reviews: [...reviews.slice(0, 3), reviewOf()], replace: "all" };
  if ("withdrawn" in step) return { ...NOTHING, reviews: reviews.slice(step.withdrawn).map(withdrawn) };
  if ("edited" in step) {
    return { ...NOTHING, reviews: reviews.slice(step.edited).map((review) => ({ ...review, text: step.text })) };
  }
  return { ...NOTHING, reviews };
}

function withdrawn(review: DatasetImport["reviews"][number]): DatasetImport["reviews"][number] {
  return { ...review, verified: false };
}

async function bringOwnInsights(kv: Deno.Kv): Promise<void> {
  const { value: head } = await readHead(kv);
  const archive = head && await readArchive(kv, head);
  assert.ok(archive !== null);
  const insights = archivedInsights(archive);
  await publishImport(kv, { ...NOTHING, insights: { ...insights, model: "hand-made" } }, false);
}

Deno.test("imports at the same time lose nothing, and insights are those of all", async () => {
  using kv = await Deno.openKv(":memory:");
  const incoming = Array.from({ length: 4 }, (_, n): DatasetImport => ({
    ...NOTHING,
    reviews: [reviewOf({ native: String(n), text: `The price was ${n % 2 === 0 ? "fair" : "terrible"}.` })],
    taxonomy: n === 2 ? OWN : null,
  }));
  await Promise.all(incoming.map((one) => publishImport(kv, one, false)));
  assert.deepEqual(await checkPublished(kv), OWN);
  const { value: head } = await readHead(kv);
  assert.equal(head?.reviews, 4);
});

Deno.test("damaged analyses are computed again by the next import", async () => {
  using kv = await Deno.openKv(":memory:");
  const reviews = [reviewOf({ native: "1", text: "A fair price." }), reviewOf({ native: "2" })];
  await publishImport(kv, { ...NOTHING, reviews }, false);
  const { value: head } = await readHead(kv);
  assert.ok(head !== null);
  const key = ["dataset", head.revision, head.chunks - 1];
  const { value: chunk } = await kv.get<Uint8Array<ArrayBuffer>>(key);
  assert.ok(chunk !== null);
  await kv.set(key, chunk.fill(0, chunk.length - 20));
  await publishImport(kv, { ...NOTHING, reviews: [reviewOf({ native: "3" })] }, false);
  await checkPublished(kv);
});
