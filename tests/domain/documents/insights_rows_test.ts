import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { type ReviewAnalysis, writeInsightsDocument } from "../../../domain/documents/insights_document.ts";
import { analysisFinder, readAnalysis, readInsightsOverview } from "../../../domain/documents/insights_rows.ts";
import { aggregated } from "../../support/insights/said_of.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const REVIEWS = Array.from({ length: 12 }, (_, n) => reviewOf({ native: String(n) }));
const INSIGHTS = aggregated(businessOf(), REVIEWS);

// An operator may choose any ids, even ones that look like the end of a row.
const id = fc.oneof(
  fc.constantFrom(
    "}",
    "}}",
    "},",
    '},"',
    `},"${REVIEWS[0]?.id}":{`,
    '}},"faq":[',
    "per_review",
    '"per_review":{',
    "\\",
  ),
  fc.string({ minLength: 1, unit: "binary" }),
);
const sentiment = fc.constantFrom("positive" as const, "neutral" as const, "negative" as const);
const analysis: fc.Arbitrary<ReviewAnalysis> = fc.record({
  sentiment: fc.option(sentiment),
  score: fc.option(fc.constantFrom(-1, 0, 0.5)),
  aspects: fc.array(fc.record({ id, sentiment }, { noNullPrototype: true }), { maxLength: 3 }),
  technicians: fc.array(id, { maxLength: 2 }),
  services: fc.array(id, { maxLength: 2 }),
  problems: fc.array(id, { maxLength: 2 }),
  service_areas: fc.array(id, { maxLength: 2 }),
  topics: fc.array(id, { maxLength: 2 }),
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
