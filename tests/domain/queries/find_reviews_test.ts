import assert from "node:assert/strict";
import { findReviews } from "../../../domain/queries/find_reviews.ts";
import { reviewAt } from "../../../domain/queries/snapshot_reviews.ts";
import { businessOf, datasetOf, reviewOf } from "../../support/reviews/review_of.ts";
import { testSnapshot } from "../../support/service/test_app.ts";

function snapshotOfStars(rows: readonly (readonly [rating: number, text: string | null])[]) {
  const reviews = rows.map(([rating, text], at) =>
    reviewOf({
      native: `${at}`,
      rating,
      text,
      date: `2026-05-${String(28 - at).padStart(2, "0")}`,
      mentioned_technicians: text?.includes("Dan") ? ["Dan"] : [],
    })
  );
  const business = businessOf({ technicians: [{ id: "dan", name: "Dan", aliases: [] }] });
  return testSnapshot(datasetOf(reviews, { business }));
}

function starsFor(snapshot: ReturnType<typeof testSnapshot>, question: string, options = {}) {
  return findReviews(snapshot, question, 20, options).map((rank) => {
    const { rating, text } = reviewAt(snapshot, rank);
    return `${rating} ${text}`;
  });
}

/** The texts that are found, of reviews with five stars. */
function textsFor(texts: readonly (string | null)[], question: string) {
  return starsFor(snapshotOfStars(texts.map((text) => [5, text])), question).map((line) => line.slice(2));
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
  assert.deepEqual(findReviews(snapshotOfStars([[5, "new leak"], [5, "old leak"]]), "leak", 1), [0]);
});

Deno.test("a query of stop words or signs finds nothing, nor does an unused word", () => {
  for (const question of ["What do customers say about it?", "?!", " ", "zeppelin"]) {
    assert.deepEqual(textsFor(["What do they say", "it is good"], question), []);
  }
});

Deno.test("a question for the best is not led by a bad review, nor one for complaints by praise", () => {
  const snapshot = snapshotOfStars([
    [2, "Not the best technician, the best is elsewhere"],
    [5, "No complaints whatsoever"],
    [5, "Dan was kind"],
    [1, "Never came"],
    [4, "A technician who knows"],
    [3, "My complaints were heard"],
    [5, null],
  ]);
  assert.deepEqual(starsFor(snapshot, "best technician"), [
    "5 Dan was kind",
    "4 A technician who knows",
    "2 Not the best technician, the best is elsewhere",
  ]);
  for (const question of ["complaints", "What do customers complain about?", "negative reviews", "worst experience"]) {
    const found = starsFor(snapshot, question);
    assert.ok(found.slice(0, 3).every((line) => /^[123] /.test(line)), `${question}: ${found}`);
    assert.ok(found.includes("1 Never came"), question);
  }
  assert.equal(starsFor(snapshot, "complaints")[0], "3 My complaints were heard");
  assert.match(starsFor(snapshot, "problems")[0] ?? "", /^[123] /);
  assert.match(starsFor(snapshot, "no complaints")[0] ?? "", /^5 No complaints/);
});

Deno.test("a description is searched by its words only", () => {
  const snapshot = snapshotOfStars([[5, "The bad smell is gone"], [1, "bad"], [1, "late"]]);
  assert.equal(starsFor(snapshot, "bad smell", { isQuestion: false })[0], "5 The bad smell is gone");
  assert.equal(starsFor(snapshot, "bad smell")[0], "1 bad");
  assert.deepEqual(starsFor(snapshot, "bad", { isQuestion: false }), ["5 The bad smell is gone", "1 bad"]);
});

Deno.test("a language without spaces between words is searched as well", () => {
  assert.deepEqual(textsFor(["給湯器の修理が早い", "配管工事"], "給湯器"), ["給湯器の修理が早い"]);
});
