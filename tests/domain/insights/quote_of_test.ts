import assert from "node:assert/strict";
import type { AnalyzedReview } from "../../../domain/insights/analyzed_review.ts";
import type { Evidence } from "../../../domain/insights/evidence.ts";
import { isEnglish } from "../../../domain/insights/is_english.ts";
import { quoteOf } from "../../../domain/insights/quote_of.ts";
import { surePart } from "../../../domain/insights/sure_part.ts";
import { businessOf } from "../../support/business_of.ts";
import { reviewOf } from "../../support/review_of.ts";
import { standInAnalysis } from "../../support/stand_in_analysis.ts";

function evidenceOf(
  text: string,
  { rating = 5, sentiment = "positive" }: { rating?: number; sentiment?: AnalyzedReview["sentiment"] } = {},
): Evidence {
  const review = reviewOf({ native: text, text, rating });
  const analysis = { ...standInAnalysis(businessOf())(review), aspects: [], sentiment };
  return { review, analysis, sentiment, score: sentiment === "positive" ? 0.8 : -0.8, spans: [] };
}

const judge = {
  speaksOf: () => true,
  scoreOf: (sentence: string) => /good|great/.test(sentence) ? 0.6 : /bad/.test(sentence) ? -0.6 : 0,
  quoted: new Set<string>(),
};

Deno.test("quoteOf() takes a sentence that says something itself, and none when no sentence does", () => {
  const evidence = [evidenceOf("They came on Monday morning. All in all a great day for us.")];
  assert.equal(quoteOf(evidence, "positive", judge)?.text, "All in all a great day for us.");
  assert.equal(quoteOf([evidenceOf("They came on Monday morning.")], "positive", judge), null);
});

Deno.test("quoteOf() quotes no complaint from a happy customer, nor praise from an unhappy one", () => {
  const bad = "It was a bad day for the old furnace.";
  const happy = evidenceOf(bad);
  assert.equal(quoteOf([{ ...happy, sentiment: "negative" }], "negative", judge), null);
  assert.equal(quoteOf([evidenceOf(bad, { rating: 3, sentiment: "negative" })], "negative", judge)?.text, bad);
  const unhappy = evidenceOf("The coffee next door was good.", { rating: 1, sentiment: "negative" });
  assert.equal(quoteOf([{ ...unhappy, sentiment: "positive" }], "positive", judge), null);
});

Deno.test("quoteOf() prefers a sentence that is not quoted yet, but repeats one rather than say nothing", () => {
  const evidence = [evidenceOf("This was a great piece of work."), evidenceOf("we thought that it was good")];
  const quoted = new Set(["This was a great piece of work."]);
  assert.equal(quoteOf(evidence, "positive", { ...judge, quoted })?.text, "we thought that it was good");
  assert.equal(
    quoteOf(evidence.slice(0, 1), "positive", { ...judge, quoted })?.text,
    "This was a great piece of work.",
  );
});

Deno.test("quoteOf() quotes English alone, as the answers are English", () => {
  const spanish = "Rafa trabajó toda la tarde, good, y el precio fue muy justo.";
  assert.equal(quoteOf([evidenceOf(spanish)], "positive", judge), null);
  for (const text of [spanish, "Très bon travail, et une équipe sympa.", "отличная работа, good", "good 工事"]) {
    assert.equal(isEnglish(text), false, text);
  }
  for (const text of ["Prompt, precise, properly documented.", "Le Creuset pots? They packed the lot.", "Great."]) {
    assert.equal(isEnglish(text), true, text);
  }
});

Deno.test("surePart() trusts a share more when more reviews stand behind it", () => {
  assert.equal(surePart(0, 0), 0);
  assert.ok(Math.abs(surePart(5, 10) - 0.2366) < 0.0001);
  assert.ok(surePart(16, 16) > surePart(5, 5));
  assert.ok(surePart(90, 100) > surePart(5, 5));
  assert.ok(surePart(0, 50) < 1e-9);
});
