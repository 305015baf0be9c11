import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { opinionPhrases } from "../../../../domain/insights/phrases/opinion_phrases.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms } from "../../../../domain/insights/text/shared_terms.ts";
import { termIndex } from "../../../../domain/insights/text/term_index.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

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
