import assert from "node:assert/strict";
import { type Evidence, exampleReviews } from "../../../../domain/insights/figures/evidence.ts";
import { EMPTY_ANALYSIS } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import type { AnalyzedReview } from "../../../../domain/insights/analysis/analyzed_review.ts";
import { groupEvidence } from "../../../../domain/insights/figures/group_evidence.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";
import { InsightsDocument } from "../../../../domain/documents/insights_document.ts";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";

function evidenceOf(native: string, score: number): Evidence {
  return { review: reviewOf({ native }), analysis: EMPTY_ANALYSIS, sentiment: sentimentOf(score), score, spans: [] };
}

Deno.test("exampleReviews() gives the clearest three of each sentiment, of equals the newer", () => {
  const scores = { a: 0.5, b: -0.3, c: 0.9, d: 0.5, e: -0.8, f: 0.09, g: 0, h: 0.5 };
  const evidence = Object.entries(scores).map(([native, score]) => evidenceOf(native, score));
  const expected = ["c", "a", "d", "g", "f", "e", "b"].map((native) => reviewOf({ native }).id);
  assert.deepEqual(exampleReviews(evidence), expected);
});

Deno.test("groupEvidence() lists every mention of an aspect with its score, however many there are", () => {
  const reviews = Array.from({ length: 300 }, (_, at) => reviewOf({ native: `review ${at}` }));
  const scores = reviews.map((_, at) => (10 * (at - 150) + 1) / 10_000);
  const analyses = new Map(reviews.map(({ id }, at): [string, AnalyzedReview] => {
    const score = scores[at] ?? 0;
    const aspects = [{ id: "price", sentiment: sentimentOf(score), score, spans: [at, at + 1] }];
    return [id, { ...EMPTY_ANALYSIS, aspects }];
  }));
  const evidence = groupEvidence(reviews, analyses).aspects.get("price") ?? [];
  assert.deepEqual(evidence.map(({ review }) => review.id), reviews.map(({ id }) => id));
  assert.deepEqual(evidence.map(({ score }) => score), scores);
  assert.deepEqual(evidence.map(({ sentiment }) => sentiment), scores.map(sentimentOf));
  assert.deepEqual(evidence.map(({ spans }) => spans[0]), scores.map((_, at) => at));
});

const taxonomy = builtInTaxonomy("home_services");

Deno.test("the analysis of a review contains its own names, however they are written", () => {
  const [one, two] = [["Ada\nBo"], ["Ada", "Bo"]].map((mentioned_technicians, n) =>
    reviewOf({ native: String(n), mentioned_technicians, mentioned_services: mentioned_technicians })
  );
  assert.ok(one !== undefined && two !== undefined);
  const { per_review } = computedInsights(businessOf(), [one, two], taxonomy);
  for (const { id, mentioned_technicians } of [one, two]) {
    assert.deepEqual(per_review[id]?.technicians, mentioned_technicians);
    assert.deepEqual(per_review[id]?.services, mentioned_technicians);
  }
});

Deno.test("a review may name all areas of a business", () => {
  const areas = Array.from({ length: 500 }, (_, n) => ({ id: `area-${n}`, label: `Area ${n}`, aliases: [] }));
  const text = areas.map(({ label }) => label).join(", ");
  const business = businessOf({ service_areas: areas });
  const document = computedInsights(business, [reviewOf({ text })], taxonomy);
  assert.equal(Object.values(document.per_review)[0]?.service_areas.length, 500);
  assert.deepEqual(InsightsDocument.parse(document), document);
});
