import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { analyzeReviews } from "../../../../domain/insights/analysis/analyze_reviews.ts";
import {
  packAnalysis,
  readPackedAnalyses,
  unpackAnalysis,
  writePackedAnalyses,
} from "../../../../domain/insights/analysis/packed_analyses.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { wholeDocument } from "../../../support/reviews/computed_insights.ts";
import { lexiconInsights } from "../../../../domain/insights/lexicon_insights.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { REVIEWED_BUSINESS as business } from "../../../support/reviews/opinionated_reviews.ts";
import { generatedReviews, reviewOf } from "../../../support/reviews/review_of.ts";

const taxonomy = builtInTaxonomy("home_services");

const reader = textReader(business, taxonomy);

Deno.test("an analysis is the same after it was packed, written, read and unpacked", () => {
  fc.assert(fc.property(generatedReviews, (reviews) => {
    const { byId, packed } = analyzeReviews(reader, reviews, null);
    const { key, rows } = readPackedAnalyses(writePackedAnalyses(packed));
    assert.deepEqual([key, rows], [packed.key, packed.rows]);
    assert.deepEqual(rows.map((row) => unpackAnalysis(row, taxonomy)), reviews.map(({ id }) => byId.get(id)));
    for (const row of rows) assert.equal(packAnalysis(unpackAnalysis(row, taxonomy), taxonomy), row);
  }));
});

Deno.test("only changed reviews are analysed again, and the result is as if all were", () => {
  const changed = fc.array(fc.integer({ min: 0, max: 39 }), { maxLength: 5 });
  fc.assert(fc.property(generatedReviews, changed, (reviews, places) => {
    const before = analyzeReviews(reader, reviews, null);
    const after = reviews.map((review, index) =>
      places.includes(index) ? { ...review, text: `${review.text ?? ""} Rude and late.` } : review
    ).slice(1);
    const [again, anew] = [{ reviews, packed: before.packed }, null].map((earlier) => {
      const insights = lexiconInsights(business, after, taxonomy, earlier);
      return [wholeDocument(insights), insights.packed];
    });
    assert.deepEqual(again, anew);
    const { analysed } = analyzeReviews(reader, after, { reviews, packed: before.packed });
    assert.equal(analysed, new Set(places.filter((place) => place > 0 && place < reviews.length)).size);
  }));
});

Deno.test("a review is analysed again when its stars or mentions change, but not for its author", () => {
  const review = reviewOf({ text: "Ada fixed the water heater." });
  const packed = analyzeReviews(reader, [review], null).packed;
  const analysed = (changes: Partial<typeof review>) =>
    analyzeReviews(reader, [{ ...review, ...changes }], { reviews: [review], packed }).analysed;
  assert.equal(analysed({}), 0);
  assert.equal(analysed({ author: "Bo", owner_reply: { text: "Thanks.", date: "2026-05-15" } }), 0);
  assert.equal(analysed({ rating: 4 }), 1);
  assert.equal(analysed({ text: null }), 1);
  assert.equal(analysed({ mentioned_technicians: ["Ada"] }), 1);
  assert.equal(analysed({ mentioned_services: ["water-heater"] }), 1);
  const named = { ...review, mentioned_technicians: ["Ada\nBo"], mentioned_services: ["a\nb"] };
  const earlier = { reviews: [named], packed: analyzeReviews(reader, [named], null).packed };
  const again = (changes: Partial<typeof review>) =>
    analyzeReviews(reader, [{ ...named, ...changes }], earlier).analysed;
  assert.equal(again({ mentioned_technicians: ["Ada", "Bo"] }), 1);
  assert.equal(again({ mentioned_services: ["a", "b"] }), 1);
});

Deno.test("every review is analysed again under another taxonomy or other names of the business", () => {
  const reviews = [reviewOf({ text: "The pizza was cold." })];
  const earlier = { reviews, packed: analyzeReviews(reader, reviews, null).packed };
  const restaurant = analyzeReviews(textReader(business, builtInTaxonomy("restaurant")), reviews, earlier);
  assert.equal(restaurant.analysed, 1);
  const found = reviews.flatMap(({ id }) => restaurant.byId.get(id)?.aspects ?? []);
  assert.deepEqual(found.map(({ id }) => id), ["food"]);
  assert.equal(analyzeReviews(textReader({ ...business, name: "Cold Pizza" }, taxonomy), reviews, earlier).analysed, 1);
  assert.equal(analyzeReviews(textReader({ ...business, telephone: "555" }, taxonomy), reviews, earlier).analysed, 0);
});

Deno.test("missing analyses are computed", () => {
  const reviews = [reviewOf({ native: "1" }), reviewOf({ native: "2" })];
  const { packed, byId } = analyzeReviews(reader, reviews, null);
  const short = { reviews, packed: { ...packed, rows: packed.rows.slice(0, 1) } };
  const again = analyzeReviews(reader, reviews, short);
  assert.equal(again.analysed, 1);
  assert.deepEqual(reviews.map(({ id }) => again.byId.get(id)), reviews.map(({ id }) => byId.get(id)));
});
