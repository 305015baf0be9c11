import assert from "node:assert/strict";
import { splitClauses } from "../../../domain/insights/clause_split.ts";
import { scoreClause } from "../../../domain/insights/score_clause.ts";
import { scoreSentence } from "../../../domain/insights/score_sentence.ts";
import { sentimentLexicon } from "../../../domain/insights/sentiment_lexicon.ts";

const lexicon = sentimentLexicon();

function score(text: string): number {
  const [clause, ...others] = splitClauses(text);
  assert.ok(clause !== undefined && others.length === 0, text);
  return scoreClause(clause, lexicon);
}

Deno.test("a clause has the sign of its opinion, and none without one", () => {
  assert.ok(score("Excellent work") > 0.5);
  assert.ok(score("Terrible work") < -0.5);
  assert.equal(score("He came on Tuesday"), 0);
  assert.ok(score("excellent and friendly") > score("friendly"));
});

Deno.test("a negation within three words turns an opinion, one further away or before a comma does not", () => {
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

Deno.test("an emphatic negation turns nothing: not only, couldn't be more, never so", () => {
  for (
    const text of ["not only friendly", "couldn't be more friendly", "could not be more friendly", "never so happy"]
  ) {
    assert.ok(score(text) > 0.3, text);
  }
});

Deno.test("a phrase counts as a whole, and its negation is spent", () => {
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

Deno.test("capitals strengthen a word among others in small letters alone", () => {
  assert.ok(score("the man was FRIENDLY") > score("the man was friendly"));
  assert.equal(score("THE MAN WAS FRIENDLY"), score("the man was friendly"));
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

Deno.test("what would have been good was not, and a condition weakens", () => {
  assert.ok(score("it would have been nice") < 0);
  assert.ok(score("I wish they were friendly") < 0);
  assert.ok(score("would recommend") > 0.3);
  assert.ok(score("if he is rude") > score("he is rude"));
});

Deno.test("a suggestion says that something was missing", () => {
  assert.ok(score("More accurate arrival times") < 0);
  assert.ok(score("Just faster service") < 0);
  assert.ok(score("Better than expected") > 0);
});

Deno.test("a phrase that carries nothing leaves its negation to what follows", () => {
  assert.ok(score("the food is not really that good") < -0.2);
  assert.ok(score("not really memorable") < -0.2);
  assert.equal(score("not really"), 0);
});

Deno.test("a clause that opens with a demand is a complaint, unless it tells how it is", () => {
  for (const text of ["Reduce waiting times", "Improve the phone line", "Employ more people"]) {
    assert.ok(score(text) < -0.3, text);
  }
  assert.ok(score("Improve") > -0.3);
  assert.ok(score("Increase is great") > 0);
  assert.ok(score("Cheaper too!") > 0);
  assert.ok(score("More people should use them") > -0.3);
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

Deno.test("a denial inside a phrase that carries nothing is no complaint", () => {
  for (const text of ["I don't have to call", "not yet", "Don't worry"]) {
    assert.equal(score(text), 0, text);
  }
  for (const text of ["It did not take long", "We didn't have to wait", "I can't complain", "Not bad at all"]) {
    assert.ok(score(text) > 0.1, text);
  }
});

Deno.test("what is not believed or imagined for its size is said with emphasis", () => {
  assert.ok(score("we couldn't believe how great it was") > 0.4);
  assert.ok(score("you cannot imagine how rude he was") < -0.4);
});

Deno.test("a denied thought denies what is thought, however far it stands", () => {
  assert.ok(score("I don't think that the work was good") < 0);
  assert.ok(score("I didn't find the man at all friendly") < 0);
  assert.ok(score("we don't often call them, good people") > 0);
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

Deno.test("whatever sign stands for the apostrophe, a negation is one", () => {
  for (const sign of ["'", "\u2019", "\u00b4", "`", "\u02bc"]) {
    assert.ok(score(`They wasn${sign}t friendly`) < 0, sign);
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
  assert.deepEqual(contrast("He was late but friendly; the price, however, was fair."), [
    "He was late",
    "but friendly;",
    "the price,",
    "however, was fair.",
  ]);
  assert.deepEqual(contrast("It took a while longer."), ["It took a while longer."]);
  assert.deepEqual(contrast("Good food and the service was slow"), ["Good food", "and the service was slow"]);
  assert.ok(scoreSentence("He was rude but friendly", lexicon).score > 0);
  assert.ok(scoreSentence("He was friendly but rude", lexicon).score < 0);
});

Deno.test("an operator's words add to the lexicon and replace what is spelt alike", () => {
  const own = sentimentLexicon({ "zippy": 3, "friendly": -3, "red tagged": -2 });
  const [first] = splitClauses("friendly");
  assert.ok(first !== undefined && scoreClause(first, own) < 0);
  for (const [text, sign] of [["Zippy", 1], ["red-tagged", -1]] as const) {
    const [clause] = splitClauses(text);
    assert.ok(clause !== undefined && Math.sign(scoreClause(clause, own)) === sign, text);
  }
});

Deno.test("who knows the trade is praised, and so is who asks for no money", () => {
  for (const text of ["She knows her trade", "They knew their stuff", "They did not charge me for the second trip"]) {
    assert.ok(score(text) > 0.2, text);
  }
  assert.ok(score("He does not know his trade") < 0);
  assert.ok(score("The car did not charge") <= 0);
  assert.ok(score("I asked that they not charge us") <= 0);
});
