import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { polarWords } from "../../../../domain/insights/sentiment/score_clause.ts";
import { splitClauses } from "../../../../domain/insights/text/clause_split.ts";
import { clauseScore as score } from "../../../support/insights/said_of.ts";
import { inItsStars, reviewScore, sentimentOf, starScore } from "../../../../domain/insights/sentiment/review_score.ts";

const lexicon = sentimentLexicon();

Deno.test("a clause has the sign of its opinion, and none without one", () => {
  assert.ok(score("Excellent work") > 0.5);
  assert.ok(score("Terrible work") < -0.5);
  assert.equal(score("He came on Tuesday"), 0);
  assert.ok(score("excellent and friendly") > score("friendly"));
});

Deno.test("a phrase counts as a whole, and its negation does not reach beyond it", () => {
  assert.ok(score("no problem") > 0);
  assert.ok(score("no complaints friendly man") > score("no complaints"));
  assert.ok(score("waste of time") < -0.5);
});

Deno.test("an intensifier strengthens and a downtoner weakens, whichever the sign", () => {
  assert.ok(score("very friendly") > score("friendly"));
  assert.ok(score("slightly rude") > score("rude"));
  assert.ok(score("extremely rude") < score("rude"));
  assert.ok(score("somewhat friendly") < score("friendly"));
});

Deno.test("exclamation marks strengthen, up to three", () => {
  assert.ok(score("friendly man!") > score("friendly man"));
  assert.ok(score("rude man!!") < score("rude man!"));
  assert.equal(score("friendly man!!!"), score("friendly man!!!!!!!"));
});

Deno.test("a question weakens an opinion", () => {
  assert.ok(score("friendly man?") < score("friendly man"));
  assert.ok(score("friendly man?") > 0);
});

Deno.test("an unreal statement is negative", () => {
  assert.ok(score("it would have been nice") < 0);
  assert.ok(score("I wish they were friendly") < 0);
  assert.ok(score("would recommend") > 0.3);
});

Deno.test("a suggestion says that something was missing", () => {
  assert.ok(score("More accurate arrival times") < 0);
  assert.ok(score("Just faster service") < 0);
  assert.ok(score("Better than expected") > 0);
});

Deno.test("a clause that opens with a demand is a complaint, unless it states something", () => {
  for (const text of ["Reduce waiting times", "Improve the phone line", "Employ more people"]) {
    assert.ok(score(text) < -0.3, text);
  }
  assert.ok(score("Improve") > -0.3);
  assert.ok(score("Increase is great") > 0);
  assert.ok(score("Cheaper too!") > 0);
  assert.ok(score("More people should use them") > -0.3);
});

Deno.test("idioms are read as a whole: never had better, to be desired, used to be, can't wait", () => {
  for (const text of ["I have never had better", "Can't wait to go back", "It stands out", "It lived up to its name"]) {
    assert.ok(score(text) > 0.3, text);
  }
  for (
    const text of [
      "It left much to be desired",
      "It used to be great",
      "He was nowhere to be found",
      "I would not buy it",
      "They did not bother to call",
      "The room was too dark",
    ]
  ) {
    assert.ok(score(text) < -0.2, text);
  }
});

Deno.test("a letter is no emoticon", () => {
  assert.equal(score("The maitre d came"), 0);
  assert.ok(score("He came :D") > 0.3);
});

Deno.test("emoji and emoticons carry an opinion, with a variation selector or without", () => {
  for (const text of ["👍", "❤️", "❤", "ok <3", "came :)"]) assert.ok(score(text) > 0.1, text);
  for (const text of ["👎", "😡😡", "came :("]) assert.ok(score(text) < -0.1, text);
});

Deno.test("a contrast splits a sentence, and what follows but weighs more", () => {
  const contrast = (text: string) => splitClauses(text).map(({ text }) => text);
  assert.deepEqual(contrast("He was late but friendly; the price was fair."), [
    "He was late",
    "but friendly;",
    "the price was fair.",
  ]);
  assert.deepEqual(contrast("The price was fair, however the wait was long."), [
    "The price was fair,",
    "however the wait was long.",
  ]);
  assert.deepEqual(splitClauses("He was late, but the price was fair.").map(({ isTurn }) => isTurn), [false, true]);
  assert.deepEqual(contrast("It took a while longer."), ["It took a while longer."]);
  assert.deepEqual(contrast("Good food and the service was slow"), ["Good food", "and the service was slow"]);
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

Deno.test("knowing the trade and not charging are praise", () => {
  for (const text of ["She knows her trade", "They knew their stuff", "They did not charge me for the second trip"]) {
    assert.ok(score(text) > 0.2, text);
  }
  assert.ok(score("He does not know his trade") < 0);
  assert.ok(score("The car did not charge") <= 0);
  assert.ok(score("I asked that they not charge us") <= 0);
});

Deno.test("a wish determines the score alone, with all its words", () => {
  const opinionsIn = (text: string) => polarWords(splitClauses(text)[0]!, lexicon);
  assert.deepEqual(opinionsIn("Treat people like me well"), [{ at: 0, length: 5, strength: -2.5, isCertain: true }]);
});

Deno.test("a score is positive above 0.1, negative below -0.1 and else neutral", () => {
  assert.deepEqual([0.1, 0, -0.1].map(sentimentOf), ["neutral", "neutral", "neutral"]);
  assert.deepEqual([0.1001, -0.1001].map(sentimentOf), ["positive", "negative"]);
});

Deno.test("a review without text has the score of its stars", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((rating) => reviewScore(rating, [])), [-1, -0.5, 0, 0.5, 1]);
  assert.equal(starScore(4), 0.5);
});

Deno.test("a text without opinion leaves the stars: four are positive, three are not", () => {
  assert.deepEqual([1, 2, 3, 4, 5].map((rating) => sentimentOf(reviewScore(rating, [0]))), [
    "negative",
    "negative",
    "neutral",
    "positive",
    "positive",
  ]);
  assert.ok(reviewScore(3, [0]) < 0);
});

Deno.test("criticism weighs less in a review of five stars, and several sentences of one sentiment weigh more than one", () => {
  assert.deepEqual([inItsStars(5, -0.5), inItsStars(4, -0.5), inItsStars(5, 0.5)], [-0.25, -0.5, 0.5]);
  assert.ok(reviewScore(3, [0.5, 0.5]) > reviewScore(3, [0.5]));
  assert.equal(reviewScore(3, [0.5, 0.04]), reviewScore(3, [0.5]));
});

Deno.test("a negation within three words negates an opinion, one further away or before a comma does not", () => {
  for (
    const text of [
      "not friendly",
      "wasn't friendly",
      "never very friendly",
      "without a friendly",
      "wasnt friendly",
      "wasn’t friendly",
    ]
  ) {
    assert.ok(score(text) < 0, text);
  }
  assert.ok(score("not a rude man") > 0);
  assert.ok(score("not that he came there friendly") > 0);
  assert.ok(score("No, friendly people") > 0);
  assert.ok(Math.abs(score("not terrible")) < Math.abs(score("terrible")));
});

Deno.test("an emphatic negation negates nothing: not only, couldn't be more, never so", () => {
  for (
    const text of ["not only friendly", "couldn't be more friendly", "could not be more friendly", "never so happy"]
  ) {
    assert.ok(score(text) > 0.3, text);
  }
});

Deno.test("'nothing' negates the verb after it", () => {
  for (const text of ["Nothing was explained", "Nothing ever worked"]) {
    assert.ok(score(text) < -0.1, text);
  }
});

Deno.test("the negation of a neutral phrase applies to what follows", () => {
  assert.ok(score("the food is not really that good") < -0.2);
  assert.ok(score("not really memorable") < -0.2);
  assert.equal(score("not really"), 0);
});

Deno.test("a clause that denies something and has no other opinion is a mild complaint", () => {
  for (const text of ["They didn't tell us", "They did not see it", "They cannot see it"]) {
    assert.ok(score(text) < -0.1 && score(text) > -0.3, text);
  }
  assert.ok(score("They didn't even tell us") < score("They didn't tell us"));
  assert.equal(score("Nothing"), 0);
  assert.equal(score("No"), 0);
  assert.equal(score("We did not just see it"), 0);
});

Deno.test("a denial in a row with another one is not denied by it", () => {
  for (const text of ["No warning, no refund, no show.", "no phone call no show"]) {
    assert.ok(scoreSentence(text, lexicon).score < -0.1, text);
  }
});

Deno.test("a denial inside a neutral phrase is no complaint", () => {
  for (const text of ["I don't have to call", "not yet", "Don't worry"]) {
    assert.equal(score(text), 0, text);
  }
  for (const text of ["It did not take long", "We didn't have to wait", "I can't complain", "Not bad at all"]) {
    assert.ok(score(text) > 0.1, text);
  }
});

Deno.test("a negated verb of opinion negates the opinion, also from further away", () => {
  assert.ok(score("I don't think that the work was good") < 0);
  assert.ok(score("I didn't find the man at all friendly") < 0);
  assert.ok(score("we don't often call them, good people") > 0);
});

Deno.test("a negation is recognised with every kind of apostrophe", () => {
  for (const sign of ["'", "\u2019", "\u00b4", "`", "\u02bc"]) {
    assert.ok(score(`They wasn${sign}t friendly`) < 0, sign);
  }
});

Deno.test("praise makes no review positive that has one or two stars, and one star is negative", () => {
  assert.deepEqual([1, 2, 3].map((rating) => sentimentOf(reviewScore(rating, [0.9, 0.9]))), [
    "negative",
    "neutral",
    "positive",
  ]);
});
