import fc from "fast-check";
import assert from "node:assert/strict";
import { analysisStore } from "../../../../domain/insights/analysis/analysis_store.ts";
import type { AnalyzedReview, Mention } from "../../../../domain/insights/analysis/analyzed_review.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";

const id = fc.constantFrom("price", "speed", "Ada\nBo", "", "tech-1", "à");
const score = fc.integer({ min: -10_000, max: 10_000 }).map((score) => Math.round(score) / 10_000 + 0);
const mention = fc.record({ id, score }).map(({ id, score }): Mention => ({
  id,
  sentiment: sentimentOf(score),
  score,
}));
const mentions = fc.array(mention, { maxLength: 4 });
const spans = fc.array(fc.nat({ max: 200_000 }), { maxLength: 6 });
const ids = fc.array(id, { maxLength: 3 });
const analysis = fc.record({
  score,
  aspects: fc.array(fc.tuple(mention, spans).map(([mention, spans]) => ({ ...mention, spans })), { maxLength: 4 }),
  technicians: mentions,
  services: mentions,
  problems: ids,
  service_areas: ids,
  topics: ids,
  language: fc.constantFrom(undefined, "fr", "und-Cyrl"),
}).map(({ language, ...rest }): AnalyzedReview => ({
  sentiment: sentimentOf(rest.score),
  ...rest,
  ...(language === undefined ? {} : { language }),
}));

Deno.test("the store gives back every analysis as it was", () => {
  fc.assert(
    fc.property(fc.array(analysis, { maxLength: 8 }), (analyses) => {
      const store = analysisStore();
      analyses.forEach((analysis, place) => store.add(`review ${place}`, analysis));
      assert.deepEqual(analyses.map((_, place) => store.get(`review ${place}`)), analyses);
      assert.equal(store.get("another"), undefined);
    }),
    { numRuns: 200 },
  );
});

Deno.test("analyses longer than a piece of the store's memory are kept, and so are those after them", () => {
  const store = analysisStore();
  const long = (length: number): AnalyzedReview => ({
    sentiment: "positive",
    score: 0.5,
    aspects: [{ id: "price", sentiment: "positive", score: 0.5, spans: Array.from({ length }, (_, at) => at) }],
    technicians: [],
    services: [],
    problems: [],
    service_areas: [],
    topics: [],
  });
  const lengths = [2, 400_000, 4, 260_000, 6, 100_000];
  for (const length of lengths) store.add(`of ${length}`, long(length));
  for (const length of lengths) assert.deepEqual(store.get(`of ${length}`), long(length));
});
