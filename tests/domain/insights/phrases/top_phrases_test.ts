import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { type IsName, type PhraseJudge, topPhrases } from "../../../../domain/insights/phrases/top_phrases.ts";

const judge: PhraseJudge = { isName: () => false, isOnSubject: () => true, isTelling: () => true };
const isCritical = false;

function phrasesOf(clauses: readonly (readonly string[])[], isName: IsName = () => false): readonly string[] {
  return topPhrases(clauses.map((clauses) => ({ clauses, opinions: [], isCritical })), { ...judge, isName });
}

Deno.test("topPhrases() gives repeated phrases first, whole and without their parts", () => {
  assert.deepEqual(
    phrasesOf([["they arrived right on time"], ["He arrived right on time."], ["a very fair price"], [
      "It was a very fair price!",
    ], ["a very fair price"]]),
    ["fair price", "arrived right on time"],
  );
});

Deno.test("topPhrases() gives no phrase that begins or ends in a stop word, and keeps negations", () => {
  assert.deepEqual(phrasesOf([["left no mess at all"], ["and no mess."], ["no mess"]]), ["no mess"]);
});

Deno.test("topPhrases() counts a phrase once a review and leaves out names", () => {
  assert.deepEqual(
    phrasesOf(
      [["great job, great job"], ["tidy work"], ["tidy work"], ["water heater"], ["water heater"]],
      (phrase) => phrase === "water heater",
    ),
    ["tidy work"],
  );
});

Deno.test("topPhrases() joins nothing across punctuation, line ends or a cut", () => {
  assert.deepEqual(phrasesOf([["fair. price", "fair\nprice"], ["fair, price"]]), []);
  const cut = `${"x ".repeat(195)}. clean worktop`;
  assert.ok(!phrasesOf([[cut], [cut]]).some((phrase) => phrase.startsWith("clean")));
});

Deno.test("topPhrases() counts equal long texts once, and equal short texts each time", () => {
  const long = `They left no mess, ${"and then they went away again ".repeat(3)}`;
  assert.deepEqual(phrasesOf([[long], [long]]), []);
  assert.deepEqual(phrasesOf([["no mess"], ["no mess"]]), ["no mess"]);
});

Deno.test("topPhrases() leaves out what is not on the subject, unless it is an opinion of it", () => {
  const said = ["tidy work", "tidy work"].map((clause) => ({ clauses: [clause], opinions: ["very tidy"], isCritical }));
  assert.deepEqual(topPhrases(said, { ...judge, isOnSubject: () => false }), ["very tidy"]);
  const longer = ["whole work area", "whole work area"].map((clause) => ({
    clauses: [clause],
    opinions: ["very tidy"],
    isCritical,
  }));
  assert.deepEqual(topPhrases(longer, judge), [
    "very tidy",
    "whole work area",
  ]);
});

Deno.test("topPhrases() leaves out what stands in brackets", () => {
  assert.deepEqual(phrasesOf([["no mess [name removed] left"], ["no mess [name removed] left"]]), ["no mess"]);
});

Deno.test("topPhrases() gives no phrase that contains another, and the spelling that begins no sentence", () => {
  const said = ["no mess", "no mess", "they left no mess", "she left no mess"];
  assert.deepEqual(phrasesOf(said.map((clause) => [clause])), ["no mess"]);
  assert.deepEqual(phrasesOf(["fair price", "fair price", "price fair", "price fair"].map((said) => [said])), [
    "fair price",
  ]);
  assert.deepEqual(phrasesOf([["No mess"], ["with no mess"], ["No mess"]]), ["no mess"]);
  assert.deepEqual(phrasesOf([["No mess"], ["No mess"]]), ["No mess"]);
});

Deno.test("topPhrases() gives five phrases at most, and none that usually continues", () => {
  const many = "abcdefg".split("").flatMap((letter) => [[`tidy ${letter}work`], [`tidy ${letter}work`]]);
  assert.equal(phrasesOf(many).length, 5);
  const going = ["tidy work today a", "tidy work tonight a", "tidy work alone a"].map((clause) => [clause]);
  assert.deepEqual(phrasesOf(going), []);
});

Deno.test("forms of one idea are one phrase, and parts of names are none", () => {
  const said = [
    "they filed a claim",
    "I had to file a claim",
    "filing a claim took weeks",
    "to file claims",
    "my claim was filed",
    "we file a claim",
    "the Iron Man ride",
    "on the Iron Man ride",
    "a 4-D show",
    "the 4-D show",
  ].map((clause) => ({ clauses: [clause], opinions: [], isCritical }));
  const phrases = topPhrases(said, judge);
  assert.equal(phrases.filter((phrase) => /claim/.test(phrase)).length, 1, phrases.join("; "));
  assert.deepEqual(phrases.filter((phrase) => /^(?:man ride|d show)$/i.test(phrase)), []);
});

Deno.test("one idea is one phrase whatever stands around it, and its negation is another", () => {
  const opinions = ["friendly staff", "very friendly", "staff is always friendly", "not friendly"];
  const said = opinions.map((text) => ({ clauses: [text], opinions: [text], isCritical }));
  assert.deepEqual(topPhrases(said, judge).length, 2);
});

Deno.test("half a phrase is none", () => {
  const said = ["team was consistently", "staff were very friendly"].map((text) => ({
    clauses: [text],
    opinions: [text],
    isCritical,
  }));
  assert.deepEqual(topPhrases(said, judge), ["staff were very friendly"]);
});

Deno.test("a phrase without an opinion tells something only where its reviews are critical", () => {
  const said = [true, true, false, false, false].map((isCritical) => ({
    clauses: [isCritical ? "the trip fee" : "the dining room"],
    opinions: [],
    isCritical,
  }));
  assert.deepEqual(topPhrases(said, { ...judge, isTelling: (_, critical) => critical > 0.5 }), ["trip fee"]);
});

Deno.test("topPhrases() gives no phrase of a single review that contradicts nearly all others", () => {
  const praise = Array.from({ length: 9 }, (_, index) => ({
    clauses: [`polite ${index}`],
    opinions: [`very polite ${index}`],
    isCritical: false,
  }));
  const complaint = { clauses: ["took personal calls"], opinions: ["took personal calls"], isCritical: true };
  assert.ok(!topPhrases([complaint, ...praise], judge).includes("took personal calls"));
  assert.ok(topPhrases([complaint, complaint, ...praise], judge).includes("took personal calls"));
  assert.ok(topPhrases([complaint, ...praise.slice(0, 3)], judge).includes("took personal calls"));
});

Deno.test("topPhrases() asks for several reviews where it is told to", () => {
  const said = ["no mess", "no mess", "tidy work"].map((text) => ({ clauses: [text], opinions: [text], isCritical }));
  assert.deepEqual(topPhrases(said, judge), ["no mess", "tidy work"]);
  assert.deepEqual(topPhrases(said, { ...judge, least: 2 }), ["no mess"]);
});

Deno.test("topPhrases() begins with a phrase of the side that most opinions are of", () => {
  const of = (clause: string, isCritical: boolean, times: number) =>
    Array.from({ length: times }, () => ({ clauses: [clause], opinions: [clause], isCritical }));
  const said = [...of("very slow", true, 3), ...of("lovely work", false, 2), ...of("tidy finish", false, 2)];
  const isPraise = (_: string, critical: number) => critical === 0;
  assert.deepEqual(topPhrases(said, judge), ["very slow", "lovely work", "tidy finish"]);
  assert.deepEqual(topPhrases(said, { ...judge, isOfMost: isPraise }), ["lovely work", "very slow", "tidy finish"]);
  assert.deepEqual(topPhrases(said, { ...judge, isOfMost: () => false }), ["very slow", "lovely work", "tidy finish"]);
});

Deno.test("topPhrases() takes no wish of a critical review, and the same words as praise", () => {
  const of = (isCritical: boolean) => [1, 2].map(() => ({ clauses: [], opinions: ["smoother ride"], isCritical }));
  assert.deepEqual(topPhrases(of(true), judge), []);
  assert.deepEqual(topPhrases(of(false), judge), ["smoother ride"]);
});

Deno.test("a phrase whose own words contradict the reviews that have it is none: a rival's price", () => {
  const lexicon = sentimentLexicon();
  const said = ["very high quote", "very high quote"].map((phrase) => ({
    clauses: [phrase],
    opinions: [phrase],
    isCritical: false,
  }));
  const scoreOf = (phrase: string) => scoreSentence(phrase, lexicon).score;
  assert.deepEqual(topPhrases(said, { ...judge, scoreOf }), []);
  assert.deepEqual(topPhrases(said.map((one) => ({ ...one, isCritical: true })), { ...judge, scoreOf }), [
    "very high quote",
  ]);
});
