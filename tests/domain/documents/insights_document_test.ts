import { fc } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { writeInsightsDocument } from "../../../domain/documents/insights_document.ts";
import { aggregated } from "../../support/insights/said_of.ts";
import { businessOf, generatedReviews, reviewOf } from "../../support/reviews/review_of.ts";

const decoder = new TextDecoder();

Deno.test("/insights.json is written as one JSON text and a line feed, whatever it says", () => {
  fc.assert(fc.property(generatedReviews, fc.string({ unit: "grapheme", minLength: 1 }), (reviews, summary) => {
    for (const said of [summary, `"per_review":{}`, `\\"per_review\\":{}`]) {
      const insights = { ...aggregated(businessOf(), reviews), summary: said, model: said };
      assert.equal(decoder.decode(writeInsightsDocument(insights)), JSON.stringify(insights) + "\n");
    }
  }));
});

Deno.test("/insights.json of more reviews than one piece holds is whole", () => {
  const reviews = Array.from({ length: 9000 }, (_, n) => reviewOf({ native: String(n), text: null }));
  const insights = aggregated(businessOf(), reviews);
  assert.equal(decoder.decode(writeInsightsDocument(insights)), JSON.stringify(insights) + "\n");
});
