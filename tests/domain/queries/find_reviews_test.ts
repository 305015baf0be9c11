import assert from "node:assert/strict";
import { findReviews } from "../../../domain/queries/find_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import { compareReviews } from "../../../domain/review.ts";
import { businessOf } from "../../support/reviews/business_of.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

function snapshotOf(texts: readonly (string | null)[]) {
  const reviews = texts.map((text, at) =>
    reviewOf({ native: `${at}`, text, date: `2026-05-${String(28 - at).padStart(2, "0")}` })
  );
  return testSnapshot({
    business: businessOf(),
    reviews: reviews.sort(compareReviews),
    operatorInsights: null,
    taxonomy: null,
    sample: false,
  });
}

function textsFor(texts: readonly (string | null)[], question: string, limit = 10) {
  const snapshot = snapshotOf(texts);
  return findReviews(snapshot, question, limit).map((rank) => reviewAt(snapshot, rank).text);
}

Deno.test("a review with the whole phrase comes before one with its words apart, however new that is", () => {
  const texts = ["The water in the old heater", "Heater, then water", "A WATER  HEATER", "a Water Heater at last"];
  assert.equal(textsFor(texts, "water heater")[0], texts[3]);
});

Deno.test("a rare word counts more than a common one", () => {
  const texts = ["good work", "good work again", "good price", "biscuit", "good", null];
  assert.equal(textsFor(texts, "good biscuit?")[0], "biscuit");
});

Deno.test("more words count more, and among equals the newer review comes first", () => {
  const texts = ["leak", "leak and mould", "mould", "leak"];
  assert.deepEqual(textsFor(texts, "mould, leak"), ["leak and mould", "mould", "leak", "leak"]);
  assert.deepEqual(textsFor(["new leak", "old leak"], "leak", 1), ["new leak"]);
});

Deno.test("a question of empty words or signs finds nothing, nor does a word that nobody wrote", () => {
  for (const question of ["What do customers say about it?", "?!", " ", "zeppelin"]) {
    assert.deepEqual(textsFor(["What do they say", "it is good"], question), []);
  }
});

Deno.test("a language without spaces between words is searched as well", () => {
  assert.deepEqual(textsFor(["給湯器の修理が早い", "配管工事"], "給湯器"), ["給湯器の修理が早い"]);
});
