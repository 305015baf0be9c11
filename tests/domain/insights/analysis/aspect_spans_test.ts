import { fc, runs } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { opinionatedReviews, REVIEWED_BUSINESS } from "../../../support/reviews/opinionated_reviews.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const analyze = reviewAnalyzer(textReader(REVIEWED_BUSINESS, builtInTaxonomy("home_services")));

Deno.test("each clause on an aspect has its own place, also when it is said twice", () => {
  const text = "The price was fair. The price was fair. A fair price, but a fair price";
  const pricing = analyze(reviewOf({ text })).aspects.find(({ id }) => id === "pricing");
  assert.deepEqual(pricing?.spans, [0, 19, 20, 39, 40, 53, 54, 70]);
});

Deno.test("the places of clauses ascend within the text and do not overlap", () => {
  fc.assert(
    fc.property(opinionatedReviews, (reviews) => {
      for (const review of reviews) {
        for (const { spans } of analyze(review).aspects) {
          assert.deepEqual(spans, spans.toSorted((a, b) => a - b));
          assert.ok(spans.length % 2 === 0 && (spans.at(-1) ?? 0) <= (review.text ?? "").length);
          for (let at = 0; at < spans.length; at += 2) assert.ok((spans[at] ?? 0) < (spans[at + 1] ?? 0));
        }
      }
    }),
    runs(30),
  );
});
