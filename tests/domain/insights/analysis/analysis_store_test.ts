import fc from "fast-check";
import assert from "node:assert/strict";
import { analysisWriter } from "../../../../domain/insights/analysis/analysis_bytes.ts";
import { analysisStore, MOST_AT_ONCE } from "../../../../domain/insights/analysis/analysis_store.ts";
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

Deno.test("the store gives back every analysis as it was, whoever has written it", () => {
  fc.assert(
    fc.property(fc.array(fc.array(analysis, { maxLength: 4 }), { maxLength: 4 }), (parts) => {
      const store = analysisStore();
      const writers = [analysisWriter(), analysisWriter()];
      parts.forEach((analyses, part) => {
        const { write, words } = writers[part % 2]!;
        store.add(analyses.map((_, place) => `review ${part} ${place}`), write(analyses), words);
      });
      for (const [part, analyses] of parts.entries()) {
        assert.deepEqual(analyses.map((_, place) => store.get(`review ${part} ${place}`)), analyses);
      }
      assert.equal(store.get("another"), undefined);
    }),
    { numRuns: 200 },
  );
});

Deno.test("very long analyses are kept, and so are those after them", () => {
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
  const { write, words } = analysisWriter();
  store.add(lengths.map((length) => `of ${length}`), write(lengths.map(long)), words);
  for (const length of lengths) assert.deepEqual(store.get(`of ${length}`), long(length));
});

Deno.test("more analyses than the store takes at once are refused", () => {
  const { write, words } = analysisWriter();
  const ids = Array.from({ length: MOST_AT_ONCE + 1 }, (_, place) => String(place));
  assert.throws(() => analysisStore().add(ids, write([]), words), /1025 analyses came at once; expected 1024 at most/);
});
