import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { type ReviewAnalysis, writeInsightsDocument } from "../../../domain/documents/insights_document.ts";
import { aggregated } from "../../support/insights/reading_of.ts";
import { businessOf, generatedReviews, reviewsOf } from "../../support/reviews/review_of.ts";
import { analysisFinder, readAnalysis, readInsightsOverview } from "../../../domain/documents/insights_rows.ts";
import {
  readReviewsDocument,
  reviewOffsets,
  ReviewsDocument,
  writeReviewsDocument,
} from "../../../domain/documents/reviews_document.ts";

const decoder = new TextDecoder();

Deno.test("/insights.json is written as one JSON text and a line feed, whatever it says", () => {
  fc.assert(fc.property(generatedReviews, fc.string({ unit: "grapheme", minLength: 1 }), (reviews, summary) => {
    for (const said of [summary, `"per_review":{}`, `\\"per_review\\":{}`]) {
      const insights = { ...aggregated(businessOf(), reviews), summary: said, model: said };
      assert.equal(decoder.decode(writeInsightsDocument(insights)), JSON.stringify(insights) + "\n");
    }
  }));
  // More reviews than one piece holds.
  const insights = aggregated(businessOf(), reviewsOf(9000, { text: null }));
  assert.equal(decoder.decode(writeInsightsDocument(insights)), JSON.stringify(insights) + "\n");
});

const REVIEWS = reviewsOf(12);
const INSIGHTS = aggregated(businessOf(), REVIEWS);

// An operator may choose any ids, even ones that look like the end of a row.
const ENDS = ["}", "}}", "},", '},"', `},"${REVIEWS[0]?.id}":{`, '}},"faq":[', "per_review", '"per_review":{', "\\"];
const id = fc.oneof(fc.constantFrom(...ENDS), fc.string({ minLength: 1, unit: "binary" }));
const ids = fc.array(id, { maxLength: 2 });
const sentiment = fc.constantFrom("positive" as const, "neutral" as const, "negative" as const);
const analysis: fc.Arbitrary<ReviewAnalysis> = fc.record({
  sentiment: fc.option(sentiment),
  score: fc.option(fc.constantFrom(-1, 0, 0.5)),
  aspects: fc.array(fc.record({ id, sentiment }, { noNullPrototype: true }), { maxLength: 3 }),
  ...{ technicians: ids, services: ids, problems: ids, service_areas: ids, topics: ids },
}, { noNullPrototype: true });

Deno.test("the analysis of each review is found in /insights.json, whatever it says and in any order", () => {
  const rows = fc.shuffledSubarray(REVIEWS.map(({ id }) => id)).chain((ids) =>
    fc.tuple(fc.constant(ids), fc.array(analysis, { minLength: ids.length, maxLength: ids.length }))
  );
  fc.assert(fc.property(rows, fc.string(), ([ids, analyses], model) => {
    const per_review = Object.fromEntries(ids.map((id, index) => [id, analyses[index]!]));
    const insights = { ...INSIGHTS, model, faq: [], summary: '}},"faq":[', per_review };
    const bytes = writeInsightsDocument(insights);
    const offsetOf = analysisFinder(bytes);
    for (const { id } of REVIEWS) {
      const offset = offsetOf(id);
      assert.deepEqual(offset === 0 ? undefined : readAnalysis(bytes, offset), per_review[id]);
    }
    const { per_review: _, ...overview } = insights;
    assert.deepEqual(readInsightsOverview(bytes), overview);
  }));
});

for (const count of [0, 1, 2, 3, 4095, 4096, 4097, 9000]) {
  Deno.test(`writeReviewsDocument() writes ${count} reviews as JSON that reads back, and their offsets`, () => {
    const reviews = reviewsOf(count, (n) => ({ text: `line\n${n} "ü"` }));
    const bytes = writeReviewsDocument(businessOf(), reviews);
    const document = JSON.parse(decoder.decode(bytes));
    assert.deepEqual(document.reviews, reviews);
    assert.equal(ReviewsDocument.safeParse(document).success, true);
    assert.deepEqual(readReviewsDocument(bytes), { business: businessOf(), reviews });
    const offsets = reviewOffsets(bytes);
    assert.equal(offsets.length, count + 1);
    reviews.forEach((review, rank) => {
      const text = decoder.decode(bytes.subarray(offsets[rank], (offsets[rank + 1] ?? 0) - 2));
      assert.equal(text, JSON.stringify(review));
    });
  });
}
