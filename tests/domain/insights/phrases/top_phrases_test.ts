import assert from "node:assert/strict";
import {
  type PhraseJudge,
  phraseNames,
  type SaidInReview,
  topPhrases,
} from "../../../../domain/insights/phrases/top_phrases.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

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
