import assert from "node:assert/strict";
import type { AnalyzedReview } from "../../../../domain/insights/analysis/analyzed_review.ts";
import { groupEvidence } from "../../../../domain/insights/figures/group_evidence.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

Deno.test("groupEvidence() lists every mention of an aspect with its score, however many there are", () => {
  const reviews = Array.from({ length: 300 }, (_, at) => reviewOf({ native: `review ${at}` }));
  const scores = reviews.map((_, at) => (10 * (at - 150) + 1) / 10_000);
  const analyses = new Map(reviews.map(({ id }, at): [string, AnalyzedReview] => {
    const [score, nothing] = [scores[at] ?? 0, []];
    const aspects = [{ id: "price", sentiment: sentimentOf(score), score, spans: [at, at + 1] }];
    const named = {
      technicians: nothing,
      services: nothing,
      problems: nothing,
      service_areas: nothing,
      topics: nothing,
    };
    return [id, { sentiment: "neutral", score: 0, aspects, ...named }];
  }));
  const evidence = groupEvidence(reviews, analyses).aspects.get("price") ?? [];
  assert.deepEqual(evidence.map(({ review }) => review.id), reviews.map(({ id }) => id));
  assert.deepEqual(evidence.map(({ score }) => score), scores);
  assert.deepEqual(evidence.map(({ sentiment }) => sentiment), scores.map(sentimentOf));
  assert.deepEqual(evidence.map(({ spans }) => spans[0]), scores.map((_, at) => at));
});
