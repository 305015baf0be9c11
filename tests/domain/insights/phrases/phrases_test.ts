import assert from "node:assert/strict";
import { offeredSubjects } from "../../../../domain/insights/offered_subjects.ts";
import {
  isWholeIn,
  type PhraseJudge,
  phraseNames,
  type ReviewPhrases,
  topPhrases,
} from "../../../../domain/insights/phrases/top_phrases.ts";
import { testClaims } from "../../../support/claims.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { opinionPhrases } from "../../../../domain/insights/phrases/opinion_phrases.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms } from "../../../../domain/insights/text/shared_terms.ts";
import { termIndex } from "../../../../domain/insights/text/term_index.ts";

const JUDGE: PhraseJudge = { isName: () => false, label: "Price", scoreOf: () => 0, side: 0 };
const praise = (...opinions: readonly string[]): ReviewPhrases => ({ opinions, isCritical: false });
const blame = (...opinions: readonly string[]): ReviewPhrases => ({ opinions, isCritical: true });

Deno.test("topPhrases() gives what most reviews say first, five at most, each review once", () => {
  const said = [
    praise("fair price", "fair price"),
    praise("good quote", "cheap parts"),
    praise("good quote", "low bill", "sane rate", "kind fee"),
  ];
  assert.deepEqual(topPhrases(said, JUDGE), ["good quote", "cheap parts", "fair price", "sane rate", "kind fee"]);
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

// Whether a phrase is `whole` or `not whole`, by itself or, if it is named, in what stands around it.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/whole_phrases.txt`, ({ expected, texts }) => {
  const [, not = "", phrase = ""] = /^(not )?whole ?(.*)$/.exec(expected) ?? [];
  for (const text of texts) assert.equal(isWholeIn(phrase || text, text), not === "", `${expected}: ${text}`);
});

const reader = textReader(businessOf(), builtInTaxonomy("home_services"));
const general = textReader(businessOf(), builtInTaxonomy("general"));

// The phrase of a clause on the aspect of the setting; `none` for none.
testClaims(`${import.meta.dirname}/../../../fixtures/claims/opinion_phrases.txt`, (line) => {
  const { expected, texts, setting: [aspect = ""] } = line;
  const { aspects } = aspect === "experience" ? general : reader;
  for (const clause of texts) assert.equal(aspects.opinionsOn(clause, aspect).join() || "none", expected, clause);
});

Deno.test("an opinion phrase goes across no line, and is taken only from the beginning of a very long text", () => {
  assert.deepEqual(reader.aspects.opinionsOn("A fair\nprice", "pricing"), []);
  assert.deepEqual(reader.aspects.opinionsOn("fair price, ".repeat(10_000), "pricing"), ["fair price"]);
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
  const long = (length: number) => `great ${"x".repeat(length)} price`;
  const whole = ["great paper price", long(38), "very really so great paper price", "price was very really great"];
  for (const phrase of [...whole, "price was up"]) assert.deepEqual(phrases(phrase), [phrase]);
  const none = ["meh price", "great blue paper price", long(39), "too very really so great paper price"];
  for (const clause of [...none, "price was very really so great", "price was again", "great paper up"]) {
    assert.deepEqual(phrases(clause), [], clause);
  }
  assert.deepEqual(phrases("not here, great price"), ["great price"]);
});

Deno.test("nouns are offered that customers judge: no adverb or brand that never is the subject of a clause", () => {
  const text = "The pool was great, lovely throughout. Fast delivery by good Hermes.";
  // The subject counts only reviews that judge it, so that the offer promises no more.
  const texts = Array.from({ length: 20 }, (_, at) => at < 16 ? text : "We left by the pool door.");
  const reviews = texts.map((text, at) => reviewOf({ native: `${at}`, text }));
  const offered = offeredSubjects(businessOf(), reviews, null);
  assert.deepEqual(offered.map(({ label, reviews }) => [label, reviews]), [["Pool", 16]]);
});
