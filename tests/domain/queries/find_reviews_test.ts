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
  return findReviews(snapshot, question, 20, options).reviews.map(({ rank }) => {
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
  const texts = ["mould", "leak and mould", "mould", "leak"];
  assert.deepEqual(textsFor(texts, "leak, mould"), ["leak and mould", "leak"]);
  const { reviews } = findReviews(snapshotOfStars([[5, "new leak"], [5, "old leak"]]), "leak", 1);
  assert.deepEqual(reviews, [{ rank: 0, isWeak: false }]);
});

Deno.test("a review answers a question if it has most of its words, as whole words, and a match without some is weak", () => {
  const texts = ["We replaced the roofs", "A furnace repair", "The place is clean", "Repairing a furnace and a pump"];
  const snapshot = snapshotOfStars(texts.map((text) => [5, text]));
  const found = (question: string, options = {}) =>
    findReviews(snapshot, question, 20, options).reviews.map(({ rank, isWeak }) => `${rank}${isWeak ? " weak" : ""}`);
  assert.deepEqual(found("Do they repair furnaces?"), ["1", "3"]);
  assert.deepEqual(found("Do you repair furnaces and boilers?"), ["1 weak", "3 weak"]);
  assert.deepEqual(found("Do you repair boilers?"), []);
  assert.deepEqual(found("furnace repair with pump"), ["3", "1 weak"]);
  assert.deepEqual(found("AC"), [], "AC is no part of a place");
  assert.deepEqual(found("roof collapse"), []);
  assert.deepEqual(found("roof collapse", { isQuestion: false }), ["0 weak"]);
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
  assert.deepEqual(starsFor(snapshot, "bad smell"), ["5 The bad smell is gone"]);
  assert.deepEqual(starsFor(snapshot, "bad", { isQuestion: false }), ["5 The bad smell is gone", "1 bad"]);
});

Deno.test("a language without spaces between words is searched as well", () => {
  assert.deepEqual(textsFor(["給湯器の修理が早い", "配管工事"], "給湯器"), ["給湯器の修理が早い"]);
});
