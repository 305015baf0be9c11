import assert from "node:assert/strict";
import type { GoldMention, GoldReview } from "../../../tools/eval/gold_set.ts";
import { kindredExamples } from "../../../tools/train/kindred_examples.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { subjectClasses } from "../../../domain/insights/subjects/subject_detector.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../support/reviews/review_of.ts";

const reader = textReader(businessOf({ name: "Acme" }), builtInTaxonomy("restaurant"));
const classes = subjectClasses(reader.taxonomy);
const RUDE: GoldMention = {
  aspect: "friendliness",
  polarity: "negative",
  fault: "business",
  problem: "rude_staff",
  words: "was rude",
};
const REVIEW: GoldReview = {
  id: "one",
  set: "home",
  taxonomy: "home_services",
  stars: 1,
  text: "The plumber was rude. The tap leaks.",
  mentions: [RUDE],
};

/** Classes that each clause has (`said`) and certainly lacks (`isNot`). */
function told(review: GoldReview, name: string) {
  return kindredExamples([review], reader, name).map(({ classes: said, unknown = [] }) => ({
    said: said.map((place) => classes[place]),
    isNot: classes.filter((_, place) => !said.includes(place) && !unknown.includes(place)),
  }));
}

Deno.test("only equivalent classes are learnt from reviews of another trade", () => {
  const kindred = ["aspect price", "problem rude_staff", "problem overcharging", "problem noise"];
  const [rude, leak] = told(REVIEW, "restaurant");
  assert.deepEqual(rude?.said, ["problem rude_staff"]);
  assert.deepEqual(new Set(rude?.isNot), new Set(kindred.filter((name) => name !== "problem rude_staff")));
  // The review has this problem in another clause, so this clause is no counterexample.
  assert.deepEqual(leak?.said, []);
  assert.deepEqual(new Set(leak?.isNot), new Set(kindred.filter((name) => name !== "problem rude_staff")));
});

Deno.test("another trade's review without a taxonomy gives only positive examples of aspects", () => {
  const own = { ...REVIEW, taxonomy: "other", mentions: [{ ...RUDE, aspect: "prices", problem: null }] };
  const [first] = told(own, "restaurant");
  assert.deepEqual(first, { said: ["aspect price"], isNot: [] });
  assert.deepEqual(told({ ...own, mentions: [{ ...RUDE, aspect: "carpets", problem: null }] }, "restaurant"), []);
});

Deno.test("a trade's own reviews are not borrowed, and home services borrow none", () => {
  assert.deepEqual(told({ ...REVIEW, taxonomy: "restaurant" }, "restaurant"), []);
  assert.deepEqual(told(REVIEW, "home_services"), []);
});
