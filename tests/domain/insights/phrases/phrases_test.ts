import assert from "node:assert/strict";
import {
  type PhraseJudge,
  phraseNames,
  type SaidInReview,
  topPhrases,
} from "../../../../domain/insights/phrases/top_phrases.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";
import { isWholeIn } from "../../../../domain/insights/phrases/whole_phrase.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { opinionPhrases } from "../../../../domain/insights/phrases/opinion_phrases.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms } from "../../../../domain/insights/text/shared_terms.ts";
import { termIndex } from "../../../../domain/insights/text/term_index.ts";

const JUDGE: PhraseJudge = { isName: () => false, label: "Price", scoreOf: () => 0, side: 0 };
const praise = (...opinions: readonly string[]): SaidInReview => ({ opinions, isCritical: false });
const blame = (...opinions: readonly string[]): SaidInReview => ({ opinions, isCritical: true });

Deno.test("topPhrases() gives what most reviews say first, five at most, each review once", () => {
  const said = [
    praise("fair price", "fair price"),
    praise("good quote", "cheap parts"),
    praise("good quote", "low bill", "sane rate", "kind fee"),
  ];
  assert.deepEqual(topPhrases(said, JUDGE), ["good quote", "cheap parts", "fair price", "sane rate", "kind fee"]);
  assert.deepEqual(topPhrases(said, { ...JUDGE, least: 2 }), ["good quote"]);
});

Deno.test("topPhrases() gives one phrase for each idea, in the spelling that begins no sentence, and its negation", () => {
  const said = [
    praise("Fair price"),
    praise("fair price", "prices were very fair"),
    praise("not a fair price"),
  ];
  assert.deepEqual(topPhrases(said, JUDGE).toSorted(), ["fair price", "not a fair price"]);
});

Deno.test("topPhrases() gives no name, and nothing that says no more than the label", () => {
  const isName = phraseNames(
    businessOf({ name: "Acme Gas", technicians: [{ id: "ada", name: "Ada Byron", aliases: [] }] }),
  );
  const said = [praise("good old ada", "very price", "lovely acme", "fair price")];
  assert.deepEqual(topPhrases(said, { ...JUDGE, isName }), ["fair price"]);
});

Deno.test("topPhrases() gives no phrase of a single review that contradicts nearly all others", () => {
  const said = [blame("steep price"), ...Array.from({ length: 9 }, () => praise("fair quote"))];
  assert.deepEqual(topPhrases(said, JUDGE), ["fair quote"]);
  assert.deepEqual(topPhrases(said.slice(0, 3), JUDGE), ["fair quote", "steep price"]);
});

Deno.test("topPhrases() begins with a phrase of the side that most opinions are of", () => {
  const said = [praise("fair quote"), praise("fair quote"), blame("steep price")];
  assert.equal(topPhrases(said, { ...JUDGE, side: -1 })[0], "steep price");
  assert.equal(topPhrases(said, { ...JUDGE, side: 1 })[0], "fair quote");
});

Deno.test("a phrase whose own words contradict the reviews that have it is none: a rival's price", () => {
  const scoreOf = (phrase: string) => phrase.includes("high") ? -0.5 : 0.5;
  const said = [praise("very high quote"), praise("very high quote"), praise("fair price")];
  assert.deepEqual(topPhrases(said, { ...JUDGE, scoreOf }), ["fair price"]);
  assert.deepEqual(topPhrases([blame("very high quote")], { ...JUDGE, scoreOf }), ["very high quote"]);
});

Deno.test("a phrase that lacks its noun, the object of its verb or its end is not whole", () => {
  for (
    const phrase of [
      "took the time to answer",
      "prescription quickly",
      "feel like a number rather",
      "couldn't fix",
      "never asked",
      "time listening",
      "hour wait",
      "none available",
      "Please provide mosquito nets in rooms",
      "Maybe have a softer ride",
      "appointment so had to wait",
      "worth the extra",
      "Hire more people",
      "not understand why nobody tells",
      "nor the most expensive",
      "not be quick",
      "guide would be helpful",
    ]
  ) assert.equal(isWholeIn(phrase, phrase), false, phrase);
});

Deno.test("a noun with its judgement and a whole short predicate are whole", () => {
  for (
    const phrase of [
      "fair price",
      "price was very fair",
      "arrived quickly",
      "very quickly",
      "explained everything clearly",
      "easy to book",
      "treated with respect",
      "helped my daughter",
      "no one came",
      "friendly staff",
      "on time",
      "staff were kind and caring",
      "everything went well",
    ]
  ) assert.equal(isWholeIn(phrase, phrase), true, phrase);
});

Deno.test("a phrase is whole where something else follows it, and not where it goes on", () => {
  assert.equal(isWholeIn("very good", "the crew were very good"), true);
  assert.equal(isWholeIn("very good", "the crew were very good at it"), true);
  assert.equal(isWholeIn("very good", "the crew were very good, and quick"), true);
  assert.equal(isWholeIn("very good", "they are very good listeners"), false);
  assert.equal(isWholeIn("explained everything", "explained everything clearly"), true);
  assert.equal(isWholeIn("explained", "explained my options"), false);
  assert.equal(isWholeIn("long wait", "a long wait of 3 hours"), false);
  assert.equal(isWholeIn("long wait", "a long wait 3 times"), false);
  assert.equal(isWholeIn("long wait", "a long wait-list"), false);
  assert.equal(isWholeIn("long wait", "a long wait (again)"), true);
  assert.equal(isWholeIn("window are delicious", "sandwiches from the window are delicious"), false);
  assert.equal(isWholeIn("staff are lovely", "all the staff are lovely"), true);
});

const reader = textReader(businessOf(), builtInTaxonomy("home_services"));

function pricing(clause: string): readonly string[] {
  return reader.aspects.opinionsOn(clause, "pricing");
}

Deno.test("an opinion phrase joins a subject and what is said of it, verbatim", () => {
  assert.deepEqual(pricing("They asked a fair price."), ["fair price"]);
  assert.deepEqual(pricing("The price was very fair"), ["price was very fair"]);
  assert.deepEqual(pricing("an Honest, fair Price"), ["fair Price"]);
  assert.deepEqual(reader.aspects.opinionsOn("He explained everything clearly.", "communication"), [
    "explained everything clearly",
  ]);
});

Deno.test("an opinion phrase keeps negations and adverbs, and drops an article", () => {
  assert.deepEqual(pricing("The price was not fair"), ["price was not fair"]);
  assert.deepEqual(pricing("a very fair price"), ["very fair price"]);
  assert.deepEqual(pricing("it's not a reasonable price"), ["not a reasonable price"]);
});

Deno.test("no phrase is made across a comma, another statement or a distance", () => {
  assert.deepEqual(pricing("They were fair, price unknown"), []);
  assert.deepEqual(pricing("The price stood on the wonderful paper"), []);
  assert.deepEqual(pricing("PRICE GOOD"), []);
  assert.deepEqual(pricing("A fair—price it was, fair(price"), []);
  assert.deepEqual(pricing("A fair\nprice"), []);
});

Deno.test("no phrase is misspelt, says a word twice or is a name", () => {
  assert.deepEqual(pricing("A resonable price"), []);
  const general = textReader(businessOf(), builtInTaxonomy("general"));
  assert.deepEqual(general.aspects.opinionsOn("Loved it loved it loved it", "experience"), []);
  assert.deepEqual(pricing("We went to Fair Price"), []);
  assert.deepEqual(pricing("Fair Price"), ["Fair Price"]);
});

Deno.test("a phrase on one aspect says nothing of another, and topics have phrases of their own", () => {
  assert.deepEqual(reader.aspects.opinionsOn("a fair price", "cleanliness"), []);
  assert.deepEqual(reader.topics.opinionsOn("a perfect installation", "installation"), ["perfect installation"]);
});

Deno.test("a phrase of a later clause is verbatim", () => {
  const clause = "He was late, but the price was very fair and the rest of it was fine";
  assert.deepEqual(pricing(clause), ["price was very fair"]);
});

Deno.test("a phrase does not begin with a stop word, and only the beginning of a very long text is read", () => {
  assert.deepEqual(pricing("had fair prices"), ["fair prices"]);
  const endless = `${"fair price, ".repeat(10_000)}`;
  assert.deepEqual(pricing(endless), ["fair price"]);
});

Deno.test("what a taxonomy ignores hides the words in it from phrases as well", () => {
  const readerOf = (ignored_words: string[]) =>
    textReader(businessOf({ name: "Honest Price" }), { ...builtInTaxonomy("home_services"), ignored_words });
  const clause = "The closing price was very fair";
  assert.deepEqual(readerOf(["gone fishing"]).aspects.opinionsOn(clause, "pricing"), ["price was very fair"]);
  const reader = readerOf(["closing price"]);
  assert.deepEqual(reader.aspects.opinionsOn(clause, "pricing"), []);
  assert.deepEqual(reader.aspects.opinionsOn("Honest Price was very fair", "pricing"), []);
  assert.equal(reader.aspects.isIn("closing price", "pricing"), false);
  assert.equal(reader.aspects.isIn("closing price, fair price", "pricing"), true);
});

Deno.test("a phrase is short, of a clear opinion, and ends in a word that says something", () => {
  const words = termIndex<number>([["great", 3], ["meh", 0.5], ["again", 3], ["up", 3]]);
  const lexicon = { ...words, mayTell: words.mayBegin, ownOpinions: null };
  const terms = sharedTerms([["price", "it"], ["up", "it"]]);
  const phrases = (clause: string) => opinionPhrases(clause, terms, "it", lexicon);
  assert.deepEqual(phrases("meh price"), []);
  assert.deepEqual(phrases("great paper price"), ["great paper price"]);
  assert.deepEqual(phrases("great blue paper price"), []);
  assert.deepEqual(phrases(`great ${"x".repeat(38)} price`), [`great ${"x".repeat(38)} price`]);
  assert.deepEqual(phrases(`great ${"x".repeat(39)} price`), []);
  assert.deepEqual(phrases("very really so great paper price"), ["very really so great paper price"]);
  assert.deepEqual(phrases("too very really so great paper price"), []);
  assert.deepEqual(phrases("price was very really great"), ["price was very really great"]);
  assert.deepEqual(phrases("price was very really so great"), []);
  assert.deepEqual(phrases("price was again"), []);
  assert.deepEqual(phrases("price was up"), ["price was up"]);
  assert.deepEqual(phrases("great paper up"), []);
  assert.deepEqual(phrases("not here, great price"), ["great price"]);
});
