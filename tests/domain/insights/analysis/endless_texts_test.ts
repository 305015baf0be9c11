import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { chosenTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const analyze = reviewAnalyzer(textReader(businessOf(), chosenTaxonomy(null)));

// Each of these would take minutes in quadratic time.
for (
  const unit of [
    "a",
    "😀",
    "not ",
    "but ",
    "a. ",
    "1.",
    "<b>",
    "漢",
    "ไทย",
    "سلام ",
    "e\u0301",
    "never so ",
    "a'",
    '" ',
    "a\n",
  ]
) {
  Deno.test(`100,000 characters of ${JSON.stringify(unit)} are analysed at once`, () => {
    const text = unit.repeat(Math.floor(100_000 / unit.length));
    const { score, aspects } = analyze(reviewOf({ text, rating: 5 }));
    assert.ok(score >= -1 && score <= 1);
    for (const { spans } of aspects) assert.ok((spans.at(-1) ?? 0) <= text.length);
  });
}
