import assert from "node:assert/strict";
import type { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { insightsFaults } from "../../../domain/insights/insights_faults.ts";
import { countedInsights } from "../../support/reviews/measured_dataset.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const LATE = reviewOf({
  native: "late",
  rating: 2,
  text: "Two hours late,\nand they don’t answer: “call back”. 很好吃",
});
const QUICK = reviewOf({ native: "quick", rating: 5, text: "Quick and friendly. The plates were hot!" });
const REVIEWS = [QUICK, LATE];

function faults(members: Partial<InsightsDocument>): readonly string[] {
  return insightsFaults({ ...countedInsights(businessOf(), REVIEWS), ...members }, REVIEWS);
}

function faqFaults(answer: string, of = LATE): readonly string[] {
  return faults({ faq: [{ question: "Is “it” good?", answer, source_review_ids: [of.id] }] });
}

Deno.test("quoted words must stand in a named review, in any case, spacing and quotation marks", () => {
  const found = [
    "Mostly: one wrote “two hours late, and they don't answer”.",
    `Some are 'late', „TWO HOURS LATE“, «call back» or "Two hours late," as the owner's visitors say.`,
    `They say: “they don’t answer: “call back””, or 「很好」.`,
    "A 12\" pipe and a 6\" valve; the owner's and the guests' words.",
  ];
  for (const answer of found) assert.deepEqual(faqFaults(answer), [], answer);
  const invented = ["hours of delay", "Quick and friendly", "hour", "late and they"];
  for (const words of invented) {
    for (const [opening, closing] of ["“”", "„“", "«»", '""', "''", "‘’", "「」"]) {
      assert.deepEqual(faqFaults(`One wrote ${opening}${words}${closing}.`), [
        `faq.0.answer quotes "${words}"; expected words of a review that source_review_ids names, word for word`,
      ]);
    }
  }
});

Deno.test("quotations, phrases and examples must stand in the reviews, and the fault has their place", () => {
  const counted = countedInsights(businessOf(), REVIEWS);
  const sides = { positive_count: 1, neutral_count: 0, negative_count: 0, positive_pct: 100, score: null, trend: null };
  const aspect = { id: "a", label: "A", mention_count: 1, ...sides, example_review_ids: [LATE.id] };
  const said = (words: string): Partial<InsightsDocument> => ({
    pull_quote: words,
    summary: `They say “${words}”.`,
    aspects: [{ ...aspect, top_phrases: ["quick", words] }],
  });
  assert.deepEqual(faults(said("two hours late")), []);
  const word = (path: string, expected: string) =>
    `${path} quotes "Best of all"; expected words of ${expected}, word for word`;
  assert.deepEqual(
    new Set(faults(said("Best of all"))),
    new Set([
      word("pull_quote", "a published review"),
      word("summary", "a published review"),
      word("aspects.0.top_phrases.1", "a published review"),
    ]),
  );
  const unknown = reviewOf({ native: "unknown" }).id;
  assert.match(
    faults({ aspects: [{ ...aspect, top_phrases: [], example_review_ids: [unknown] }] }).join(),
    /^aspects\.0\.example_review_ids\.0 is "\w{26}"; expected the id of a published review$/,
  );
  assert.deepEqual(insightsFaults(counted, REVIEWS), []);
});
