import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { polarWords } from "../../../../domain/insights/sentiment/score_clause.ts";
import { splitClauses } from "../../../../domain/insights/text/clause_split.ts";
import { clauseScore as score } from "../../../support/insights/said_of.ts";

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
