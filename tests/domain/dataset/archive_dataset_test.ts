import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { archiveDataset, earlierAnalyses } from "../../../domain/dataset/archive_dataset.ts";
import type { Dataset } from "../../../domain/dataset/dataset.ts";
import { archivedJson, type DatasetArchive } from "../../../domain/dataset/dataset_archive.ts";
import { computedInsights } from "../../support/reviews/computed_insights.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { opinionatedReviews, REVIEWED_BUSINESS } from "../../support/reviews/opinionated_reviews.ts";

const OTHERS = [
  REVIEWED_BUSINESS,
  { ...REVIEWED_BUSINESS, name: "Great Price" },
  { ...REVIEWED_BUSINESS, technicians: REVIEWED_BUSINESS.technicians.slice(1) },
  { ...REVIEWED_BUSINESS, service_areas: [] },
];

const OWN = { ...builtInTaxonomy("restaurant"), sentiment_words: { blue: -3 } };

const choice = fc.constantFrom<Dataset["taxonomy"][]>(null, ...TAXONOMY_NAMES, OWN, "unknown");

function reviewed(reviews: readonly Review[], members: Partial<Dataset> = {}): Dataset {
  return datasetOf(reviews, { business: REVIEWED_BUSINESS, ...members });
}

/** Another state of the same reviews: some gone, some new, some edited. */
function edited(reviews: readonly Review[], places: readonly number[]): readonly Review[] {
  return reviews.flatMap((review, index): readonly Review[] => {
    const kind = places.includes(index) ? index % 5 : 5;
    if (kind === 0) return [];
    if (kind === 1) return [{ ...review, text: `${review.text ?? ""} It was rude and dirty.` }];
    if (kind === 2) return [{ ...review, rating: 6 - review.rating }];
    if (kind === 3) return [{ ...review, date: "2025-01-01", mentioned_technicians: ["Bo", "Ada"] }];
    if (kind === 4) return [review, reviewOf({ native: `new ${index}`, text: "The pizza was great.", rating: 4 })];
    return [review];
  }).toSorted(compareReviews);
}

Deno.test("an archive has the same bytes with any analyses kept by an earlier archive", () => {
  const places = fc.array(fc.nat(39), { maxLength: 12 });
  const otherwise = fc.oneof(
    { weight: 2, arbitrary: fc.constant<Partial<Dataset>>({}) },
    { weight: 1, arbitrary: fc.record({ business: fc.constantFrom(...OTHERS) }) },
    { weight: 1, arbitrary: fc.record({ taxonomy: choice }) },
  );
  fc.assert(
    fc.property(opinionatedReviews, places, choice, otherwise, (reviews, places, taxonomy, otherwise) => {
      const before = edited(reviews, places);
      const kept = archiveDataset(reviewed(before, { taxonomy, ...otherwise }));
      const dataset = reviewed(reviews, { taxonomy });
      const archive = archiveDataset(dataset, earlierAnalyses(kept, before));
      assert.deepEqual(archive, archiveDataset(dataset));
      assert.deepEqual(archivedJson(archive, "taxonomy"), taxonomy);
    }),
    runs(60),
  );
});

Deno.test("the digest changes with business, reviews, taxonomy and insights, and with nothing else", () => {
  const glaze = reviewOf({ native: "1", text: "The glaze was superb." });
  const reviews = [glaze, reviewOf({ native: "2" })].sort(compareReviews);
  const document = computedInsights(REVIEWED_BUSINESS, reviews, builtInTaxonomy("general"));
  const digest = (members: Partial<Dataset> = {}) => archiveDataset(reviewed(reviews, members)).digest;
  const digests = [
    digest(),
    digest({ reviews: reviews.slice(1) }),
    digest({ business: { ...REVIEWED_BUSINESS, telephone: "555" } }),
    digest({ taxonomy: "restaurant" }),
    digest({ taxonomy: builtInTaxonomy("restaurant") }),
    // The same insights, but the next import computes them with this taxonomy.
    digest({ taxonomy: OWN }),
    digest({ operatorInsights: { ...document, model: "hand-made" } }),
  ];
  assert.equal(new Set(digests).size, digests.length);
  assert.equal(digest({ operatorInsights: document }), digests[0]);
  const kept = archiveDataset(reviewed(reviews));
  assert.equal(archiveDataset(reviewed(reviews), earlierAnalyses(kept, reviews)).digest, digests[0]);
});

Deno.test("an archive of own insights keeps the taxonomy, and no analyses", () => {
  const reviews = [reviewOf()];
  const document = computedInsights(REVIEWED_BUSINESS, reviews, builtInTaxonomy("home_services"));
  const archive = archiveDataset(reviewed(reviews, { operatorInsights: document, taxonomy: OWN }));
  assert.deepEqual(archivedJson(archive, "taxonomy"), OWN);
  assert.equal(earlierAnalyses(archive, reviews), null);
});

Deno.test("the parts of an archive fill it, the kept ones last", () => {
  const { parts, bytes } = archiveDataset(reviewed([reviewOf()], { taxonomy: "restaurant" }));
  assert.equal(parts.reduce((sum, { length }) => sum + length, 0), bytes.length);
  const documents = [...new Set(parts.map(({ document }) => document))];
  assert.deepEqual(documents, ["/reviews.json", "/insights.json", "taxonomy", "analyses"]);
});

const reviews = [reviewOf({ native: "1" }), reviewOf({ native: "2" })].sort(compareReviews);
const archive = archiveDataset(datasetOf(reviews));

function changed(edit: (bytes: Uint8Array, from: number, to: number) => void): DatasetArchive {
  const bytes = archive.bytes.slice();
  const [length] = archive.parts.filter(({ document }) => document === "analyses").map(({ length }) => length);
  edit(bytes, bytes.length - (length ?? NaN), bytes.length);
  return { ...archive, bytes };
}

Deno.test("earlierAnalyses() returns the row of each review in the archive, and no damaged or foreign rows", () => {
  const earlier = earlierAnalyses(archive, reviews);
  assert.deepEqual([earlier?.reviews, earlier?.packed.rows.length], [reviews, 2]);
  assert.equal(earlierAnalyses(changed((bytes, from) => bytes[from] = 0), reviews), null);
  assert.equal(earlierAnalyses(changed((bytes, from, to) => bytes.fill(0, (from + to) >> 1, to)), reviews), null);
  assert.equal(earlierAnalyses(changed((bytes, _, to) => bytes.fill(0, to - 8, to)), reviews), null);
  assert.equal(earlierAnalyses(archive, reviews.slice(1)), null);
  assert.equal(earlierAnalyses(archive, [...reviews, reviewOf({ native: "3" })]), null);
  const parts = archive.parts.filter(({ document }) => document.startsWith("/"));
  assert.equal(earlierAnalyses({ ...archive, parts }, reviews), null);
});
