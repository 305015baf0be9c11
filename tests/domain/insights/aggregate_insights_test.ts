import assert from "node:assert/strict";
import { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { insightsFaults } from "../../../domain/insights/insights_faults.ts";
import { aggregated } from "../../support/insights/said_of.ts";
import { REVIEWED_BUSINESS } from "../../support/reviews/opinionated_reviews.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";

Deno.test("aggregateInsights() of no reviews has no figures", () => {
  const insights = aggregated(REVIEWED_BUSINESS, []);
  assert.deepEqual(InsightsDocument.parse(insights), insights);
  assert.deepEqual(insightsFaults(insights, []), []);
  assert.deepEqual([insights.summary, insights.pull_quote, insights.faq, insights.aspects], [null, null, [], []]);
  assert.deepEqual(new Set(Object.values(insights.overall_sentiment)), new Set([null]));
  assert.equal(insights.temporal.trend, "insufficient_data");
});

Deno.test("aggregateInsights() of one review has its counts and no summary", () => {
  const insights = aggregated(REVIEWED_BUSINESS, [reviewOf({ text: "They arrived on time.", rating: 5 })]);
  assert.deepEqual(insights.aspects.map(({ id, mention_count }) => [id, mention_count]), [["punctuality", 1]]);
  assert.deepEqual([insights.summary, insights.faq], [null, []]);
});

Deno.test("aggregateInsights() of ratings without words takes the sentiment from the stars alone", () => {
  const reviews = [5, 5, 5, 5, 1].map((rating, index) => reviewOf({ native: String(index), rating, text: null }));
  const insights = aggregated(REVIEWED_BUSINESS, reviews);
  assert.deepEqual(insights.overall_sentiment, { score: 0.6, positive_pct: 80, neutral_pct: 0, negative_pct: 20 });
  assert.deepEqual([insights.aspects, insights.faq, insights.pull_quote], [[], [], null]);
  assert.match(
    insights.summary ?? "",
    /5 reviews with an average of 4\.2 out of 5 stars; 80% give four or five stars and 20% one or two\./,
  );
});

Deno.test("aggregateInsights() lists no problem that one review in two thousand tells of, and any of a small business", () => {
  const problemsOf = (leaks: number, among: number) => {
    const reviews = Array.from(
      { length: among },
      (_, at) => reviewOf({ native: String(at), rating: at < leaks ? 1 : 5, text: at < leaks ? "It leaks." : null }),
    );
    return aggregated(REVIEWED_BUSINESS, reviews).entities.problems.map(({ id, mention_count }) => [id, mention_count]);
  };
  assert.deepEqual(problemsOf(1, 20), [["leak", 1]]);
  assert.deepEqual(problemsOf(1, 2000), [["leak", 1]]);
  assert.deepEqual(problemsOf(2, 4100), []);
  assert.deepEqual(problemsOf(3, 4100), [["leak", 3]]);
});
