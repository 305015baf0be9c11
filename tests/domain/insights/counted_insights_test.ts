import assert from "node:assert/strict";
import { countedInsights } from "../../../domain/insights/counted_insights.ts";
import { insightsProblems } from "../../../domain/insights/insights_problems.ts";
import { InsightsDocument } from "../../../domain/insights_document.ts";
import { sampleDataset } from "../../../domain/sample_dataset.ts";
import { businessOf } from "../../support/business_of.ts";
import { reviewOf } from "../../support/review_of.ts";

Deno.test("countedInsights() of the sample is a valid document that agrees with the reviews", () => {
  const { business, reviews } = sampleDataset();
  const insights = countedInsights(business, reviews);
  assert.deepEqual(InsightsDocument.parse(insights), insights);
  assert.deepEqual(insightsProblems(insights, reviews), []);
  assert.equal(insights.entities.technicians.length, business.technicians.length);
  assert.ok(insights.entities.service_areas.length > 3);
  assert.equal(insights.temporal.monthly.reduce((sum, { review_count }) => sum + review_count, 0), reviews.length);
});

Deno.test("countedInsights() invents no sentiment", () => {
  const { business, reviews } = sampleDataset();
  const { overall_sentiment, entities, aspects, temporal, per_review } = countedInsights(business, reviews);
  assert.deepEqual(new Set(Object.values(overall_sentiment)), new Set([null]));
  for (const entity of Object.values(entities).flat()) {
    assert.deepEqual([entity.score, entity.positive_pct], [null, null]);
  }
  assert.deepEqual([aspects, temporal.trend], [[], null]);
  for (const analysis of Object.values(per_review)) {
    assert.deepEqual([analysis.score, analysis.sentiment], [null, null]);
  }
});

Deno.test("countedInsights() counts months without reviews, over the turn of the year", () => {
  const reviews = [
    reviewOf({ date: "2026-02-01", rating: 4 }),
    reviewOf({ native: "2", date: "2025-11-30", rating: 1 }),
  ];
  assert.deepEqual(countedInsights(businessOf(), reviews).temporal.monthly, [
    { month: "2025-11", review_count: 1, average_rating: 1, score: null },
    { month: "2025-12", review_count: 0, average_rating: null, score: null },
    { month: "2026-01", review_count: 0, average_rating: null, score: null },
    { month: "2026-02", review_count: 1, average_rating: 4, score: null },
  ]);
});

Deno.test("countedInsights() of no reviews is a valid document", () => {
  const insights = countedInsights(businessOf(), []);
  assert.deepEqual(InsightsDocument.parse(insights), insights);
  assert.deepEqual(insightsProblems(insights, []), []);
  assert.equal(insights.generated_at, null);
});

Deno.test("insightsProblems() names what does not agree with the reviews", () => {
  const reviews = [reviewOf()];
  const good = countedInsights(businessOf(), reviews);
  const stranger = reviewOf({ native: "stranger" }).id;
  const bad: InsightsDocument = {
    ...good,
    review_count: 2,
    date_range: { earliest: "2020-01-01", latest: "2026-05-14" },
    aspects: [{
      id: "punctuality",
      label: "Punctuality",
      mention_count: 5,
      positive_count: 1,
      neutral_count: 1,
      negative_count: 1,
      positive_pct: 20,
      score: 0,
      top_phrases: [],
      example_review_ids: [stranger],
    }],
    per_review: {
      [stranger]: {
        sentiment: null,
        score: null,
        aspects: [],
        technicians: [],
        services: [],
        problems: [],
        service_areas: [],
        topics: [],
      },
    },
    faq: [{ question: "On time?", answer: "Yes.", source_review_ids: [stranger] }],
  };
  assert.deepEqual(insightsProblems(bad, reviews).map((problem) => problem.split(" ")[0]), [
    "review_count",
    "date_range.earliest",
    "aspects.0.mention_count",
    "aspects.0.example_review_ids.0",
    "faq.0.source_review_ids.0",
    "per_review",
  ]);
});
