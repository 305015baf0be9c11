import assert from "node:assert/strict";
import { type Evidence, exampleReviews, firstEvidence } from "../../../../domain/insights/figures/evidence.ts";
import { standInAnalysis } from "../../../support/insights/stand_in_analysis.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

function evidenceOf(native: string, sentiment: Evidence["sentiment"], score: number): Evidence {
  const review = reviewOf({ native });
  return { review, analysis: standInAnalysis(businessOf())(review), sentiment, score, spans: [] };
}

Deno.test("exampleReviews() gives the clearest three of each sentiment, of equals the newer", () => {
  const evidence = [
    evidenceOf("a", "positive", 0.5),
    evidenceOf("b", "negative", -0.3),
    evidenceOf("c", "positive", 0.9),
    evidenceOf("d", "positive", 0.5),
    evidenceOf("e", "negative", -0.8),
    evidenceOf("f", "neutral", 0.09),
    evidenceOf("g", "neutral", 0),
    evidenceOf("h", "positive", 0.5),
  ];
  const expected = ["c", "a", "d", "g", "f", "e", "b"].map((native) => reviewOf({ native }).id);
  assert.deepEqual(exampleReviews(evidence), expected);
});

Deno.test("firstEvidence() returns the first matching reviews, and tests no others", () => {
  const evidence = ["a", "b", "c", "d", "e"].map((native) => evidenceOf(native, "positive", 0.5));
  const asked: Evidence[] = [];
  const isOdd = (item: Evidence) => asked.push(item) % 2 === 1;
  assert.deepEqual(firstEvidence(evidence, isOdd, 2), [evidence[0], evidence[2]]);
  assert.deepEqual(asked, evidence.slice(0, 3));
  assert.deepEqual(firstEvidence(evidence, () => true, 9), evidence);
});
