import assert from "node:assert/strict";
import { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { insightsFaults } from "../../../domain/insights/insights_faults.ts";
import { aggregated } from "../../support/insights/reading_of.ts";
import { REVIEWED_BUSINESS } from "../../support/reviews/opinionated_reviews.ts";
import { reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";

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
  assert.deepEqual([insights.review_count, insights.overall_sentiment.positive_pct], [1, 100]);
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

Deno.test("aggregateInsights() claims nothing that fewer than five reviews say, or one in two thousand", () => {
  const problemsOf = (leaks: number, among: number) => {
    const reviews = reviewsOf(among, (at) => at < leaks ? { rating: 1, text: "It leaks." } : { text: null });
    return aggregated(REVIEWED_BUSINESS, reviews).entities.problems.map(({ id, mention_count }) => [id, mention_count]);
  };
  assert.deepEqual(problemsOf(4, 20), []);
  assert.deepEqual(problemsOf(5, 20), [["leak", 5]]);
  assert.deepEqual(problemsOf(5, 10_100), []);
  const texts = ["On time.", "They were late.", "On time, and lovely with the cat."];
  const said = aggregated(REVIEWED_BUSINESS, reviewsOf(4, (at) => ({ text: texts[at % 3]! })));
  assert.deepEqual([said.aspects, said.topics], [[], []]);
});

const PRAISE = "The team was on time and the price was very fair.";

Deno.test("aggregateInsights() quotes no praise of people with a tie to the business, nor of a withheld person", () => {
  const quoteOf = (more: Partial<Parameters<typeof reviewOf>[0]>, rating: 1 | 5 = 5) =>
    aggregated(REVIEWED_BUSINESS, [
      ...reviewsOf(3, { text: PRAISE, ...more }),
      reviewOf({ native: "x", rating, text: "He stole my watch.", mentioned_technicians: ["Ada"] }),
    ]).pull_quote;
  assert.equal(quoteOf({}), PRAISE);
  assert.equal(quoteOf({ relation: "employee" }), null);
  assert.equal(quoteOf({ mentioned_technicians: ["Ada"] }), PRAISE);
  assert.equal(quoteOf({ mentioned_technicians: ["Ada"] }, 1), null);
});

const THEFT = "They were on time, but they stole my watch and the price was too high.";

Deno.test("aggregateInsights() names no praise of a subject while one of its twenty newest reviews is serious", () => {
  const reviews = (newer: number) => [
    ...reviewsOf(newer + 10, (at) => ({ text: PRAISE, date: at < newer ? "2026-02-01" : "2025-12-01" })),
    reviewOf({ native: "x", rating: 1, text: THEFT, date: "2026-01-01" }),
  ];
  const told = (newer: number) => {
    const { summary, aspects, pull_quote } = aggregated(REVIEWED_BUSINESS, reviews(newer));
    const isQuoted = aspects.some(({ quotes = [] }) => quotes.some(({ sentiment }) => sentiment === "positive"));
    const withheld = aspects.flatMap(({ id, praise_withheld }) => praise_withheld ? [id] : []);
    return { isPraised: /praise/.test(summary ?? ""), withheld, hasQuote: pull_quote !== null, isQuoted };
  };
  const [fresh, old] = [told(19), told(20)];
  assert.ok(fresh.withheld.length > 0);
  assert.deepEqual([fresh.isPraised, fresh.hasQuote, fresh.isQuoted], [false, false, false]);
  assert.deepEqual(old, { isPraised: true, withheld: [], hasQuote: true, isQuoted: true });
});
