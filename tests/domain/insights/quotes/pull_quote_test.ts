import assert from "node:assert/strict";
import { aggregated } from "../../../support/insights/said_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });
const GOOD = "They arrived on time and the price was fair.";

Deno.test("pullQuote() is a whole sentence of a review of five stars that praises two aspects", () => {
  const small = reviewOf({ native: "small", rating: 4, text: "they came" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD }), small]).pull_quote, GOOD);
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD, rating: 4 }), small]).pull_quote, null);
});

for (
  const [what, text] of [
    ["money", "They arrived on time and the price of $90 was fair."],
    ["a turn", "They turned us away at first but the team was friendly and on time."],
    ["a negation", "They arrived on time and the price was never unfair, fair."],
    ["a name that the business does not give", "They arrived on time with Bob and the price was fair."],
    ["one aspect alone", "They arrived on time, all of them, every single one."],
    ["a question", "They arrived on time and was the price fair?"],
  ] as const
) {
  Deno.test(`pullQuote() refuses a sentence with ${what}`, () => {
    const small = reviewOf({ native: "small", rating: 4, text: "they came" });
    assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, null);
  });
}

Deno.test("pullQuote() lets the business's own technicians be named", () => {
  const text = "Great that Ada arrived on time and the price was fair.";
  const small = reviewOf({ native: "small", rating: 4, text: "great" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, text);
});

Deno.test("pullQuote() does not begin with a pronoun whose noun is missing", () => {
  const small = reviewOf({ native: "small", rating: 4, text: "he came" });
  const text = "He arrived on time and the price was fair.";
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, null);
});

Deno.test("pullQuote() does not take a holiday for a person's name", () => {
  const text = "They arrived on time on Mother's Day and the price was fair.";
  const small = reviewOf({ native: "small", rating: 4, text: "great" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, text);
});
