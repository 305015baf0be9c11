import assert from "node:assert/strict";
import type { LabelledSentence } from "../../../tools/eval/eval_sentences.ts";
import type { GoldReview } from "../../../tools/eval/gold_set.ts";
import { type PolarityExample, polarityExamples, sentenceExamples } from "../../../tools/train/polarity_examples.ts";
import { reviewExamples } from "../../../tools/train/polarity_model.ts";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { POLARITIES } from "../../../domain/insights/polarity/polarity_judge.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../support/reviews/review_of.ts";

const reader = textReader(businessOf({ name: "Acme" }), builtInTaxonomy("home_services"));
const REVIEW: GoldReview = {
  id: "one",
  set: "home",
  taxonomy: "home_services",
  stars: 2,
  text: "The price was fair. The old tap lives in a drawer now. We got an invoice.",
  mentions: [
    { aspect: "pricing", polarity: "positive", fault: "business", problem: null, words: "price was fair" },
    { aspect: "value", polarity: "negative", fault: "business", problem: null, words: "lives in a drawer" },
    { aspect: "cleanliness", polarity: "negative", fault: "other", problem: null, words: "old tap" },
  ],
};

const said = ({ origin, classes, mention }: PolarityExample) => [origin, POLARITIES[classes[0] ?? -1], mention.clauses];

Deno.test("labelled aspects found by rules are examples, as are the clauses of business labels", () => {
  assert.deepEqual(polarityExamples([REVIEW], reader).map(said), [
    ["found", "positive", [0, 0, 2, 0]],
    ["passage", "positive", [0, 0]],
    ["passage", "negative", [1, 0]],
  ]);
});

Deno.test("an unlabelled mention is a neutral example, unless it is in a labelled clause", () => {
  const { mentions } = REVIEW;
  const bare = polarityExamples([{ ...REVIEW, mentions: mentions.slice(1) }], reader).filter(({ origin }) =>
    origin === "bare"
  );
  assert.deepEqual(bare.map(said), [["bare", "neutral", [0, 0, 2, 0]]]);
  const within = { ...REVIEW, mentions: [{ ...mentions[1]!, words: "fair" }] };
  assert.deepEqual(polarityExamples([within], reader).filter(({ origin }) => origin === "bare"), []);
});

Deno.test("labelled passages are the examples of a trade without a taxonomy", () => {
  const others = { ...REVIEW, taxonomy: "other" };
  assert.deepEqual(reviewExamples([others]).map(({ origin }) => origin), ["passage", "passage"]);
});

Deno.test("a labelled sentence gives an example of each aspect that is found, without conflicts", () => {
  const sentences: readonly LabelledSentence[] = [{
    text: "The food was on the table when the waiter left.",
    categories: new Map([["food", "neutral"], ["staff", "conflict"]]),
  }];
  const restaurant = textReader(businessOf({ name: "Acme" }), builtInTaxonomy("restaurant"));
  assert.deepEqual(sentenceExamples(sentences, restaurant).map(({ classes }) => POLARITIES[classes[0] ?? -1]), [
    "neutral",
  ]);
});
