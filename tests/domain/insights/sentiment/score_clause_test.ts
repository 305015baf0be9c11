import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { polarWords, scorePolarWords } from "../../../../domain/insights/sentiment/score_clause.ts";
import { splitClauses } from "../../../../domain/insights/text/clause_split.ts";
import { inItsStars, reviewScore, sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";
import { testClaims } from "../../../support/claims.ts";

const lexicon = sentimentLexicon();

/** The score of a text of exactly one clause, -1 to 1. */
function score(text: string, own = lexicon): number {
  const [clause, ...others] = splitClauses(text);
  assert.ok(clause !== undefined && others.length === 0, text);
  return scorePolarWords(clause, polarWords(clause, own));
}

// What is expected of scores: `above`, `below` and `at most` a number, a number itself, or how they compare.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/scores.txt`, ({ expected, texts }) => {
  const scores = texts.map((text) => score(text));
  const bound = Number(expected.split(" ").at(-1));
  scores.forEach((found, at) => {
    const message = `${expected}: ${texts[at]}, ${found}`;
    const next = scores[at + 1];
    if (expected.startsWith("above ")) assert.ok(found > bound, message);
    else if (expected.startsWith("below ")) assert.ok(found < bound, message);
    else if (expected.startsWith("at most ")) assert.ok(found <= bound, message);
    else if (expected === "rising") assert.ok(next === undefined || found < next, message);
    else if (expected === "weaker") assert.ok(next === undefined || Math.abs(found) < Math.abs(next), message);
    else assert.equal(found, expected === "same" ? scores[0] : bound, message);
  });
});

Deno.test("a contrast splits a sentence, and what follows but weighs more", () => {
  const split = [
    ["He was late", "but friendly;", "the price was fair."],
    ["The price was fair,", "however the wait was long."],
    ["It took a while longer."],
    ["Good food", "and the service was slow"],
  ];
  for (const clauses of split) assert.deepEqual(splitClauses(clauses.join(" ")).map(({ text }) => text), clauses);
  assert.deepEqual(splitClauses("He was late, but the price was fair.").map(({ isTurn }) => isTurn), [false, true]);
  assert.ok(scoreSentence("He was rude but friendly", lexicon).score > 0);
  assert.ok(scoreSentence("He was friendly but rude", lexicon).score < 0);
});

Deno.test("an operator's words add to the lexicon and replace what is spelt alike", () => {
  const own = sentimentLexicon({ "zippy": 3, "friendly": -3, "red tagged": -2 });
  assert.ok(score("friendly", own) < 0);
  for (const [text, sign] of [["Zippy", 1], ["red-tagged", -1]] as const) {
    assert.equal(Math.sign(score(text, own)), sign, text);
  }
});

Deno.test("a wish determines the score alone, with all its words", () => {
  const opinionsIn = (text: string) => polarWords(splitClauses(text)[0]!, lexicon);
  assert.deepEqual(opinionsIn("Treat people like me well"), [{ at: 0, length: 5, strength: -2.5, isCertain: true }]);
});

Deno.test("a score is positive above 0.1, negative below -0.1 and else neutral", () => {
  assert.deepEqual([0.1, 0, -0.1].map(sentimentOf), ["neutral", "neutral", "neutral"]);
  assert.deepEqual([0.1001, -0.1001].map(sentimentOf), ["positive", "negative"]);
});

Deno.test("criticism weighs less in a review of five stars, and several sentences of one sentiment weigh more than one", () => {
  assert.deepEqual([inItsStars(5, -0.5), inItsStars(4, -0.5), inItsStars(5, 0.5)], [-0.25, -0.5, 0.5]);
  assert.ok(reviewScore(3, [0.5, 0.5]) > reviewScore(3, [0.5]));
  assert.equal(reviewScore(3, [0.5, 0.04]), reviewScore(3, [0.5]));
  assert.ok(reviewScore(3, [0]) < 0);
});

Deno.test("a denial in a row with another one is not denied by it", () => {
  for (const text of ["No warning, no refund, no show.", "no phone call no show"]) {
    assert.ok(scoreSentence(text, lexicon).score < -0.1, text);
  }
});

Deno.test("praise makes no review positive that has one or two stars, and one star is negative", () => {
  const sentiments = [1, 2, 3].map((rating) => sentimentOf(reviewScore(rating, [0.9, 0.9])));
  assert.deepEqual(sentiments, ["negative", "neutral", "positive"]);
});
