import assert from "node:assert/strict";
import { evaluateAspects } from "../../../tools/eval/eval_aspects.ts";
import { categoriesOf } from "../../../tools/eval/eval_categories.ts";
import { accuracy, f1, macroF1, majority, type Polarity } from "../../../tools/eval/eval_figures.ts";
import { LabelledFileError, labelledSentences } from "../../../tools/eval/eval_sentences.ts";
import { vaderScore } from "../../../tools/eval/eval.ts";
import restaurant from "../../../domain/insights/taxonomy/restaurant.json" with { type: "json" };
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";

const SENTENCES_2014 = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<sentences>
  <sentence id="1">
    <text>Tom &amp; Anna&#8217;s pizza &quot;Diavola&quot; was perfect, the waiter rude.</text>
    <aspectTerms><aspectTerm term="pizza" polarity="positive" from="15" to="20"/></aspectTerms>
    <aspectCategories>
      <aspectCategory category="food" polarity="positive"/>
      <aspectCategory polarity='negative' category='service'/>
    </aspectCategories>
  </sentence>
  <sentence id="2">
    <text>We love it!</text>
    <aspectCategories><aspectCategory category="anecdotes/miscellaneous" polarity="positive"/></aspectCategories>
  </sentence>
  <sentence id="3">
    <text>Cheap, and dear.</text>
    <aspectCategories><aspectCategory category="price" polarity="conflict"/></aspectCategories>
  </sentence>
  <sentence id="4"><text>Nobody has labelled this.</text></sentence>
</sentences>`;

const REVIEWS_2016 = `<Reviews><Review rid="1"><sentences>
  <sentence id="1:0"><text>Tasty, tiny rolls.</text><Opinions>
    <Opinion target="rolls" category="FOOD#QUALITY" polarity="positive" from="13" to="18"/>
    <Opinion target="rolls" category="FOOD#STYLE_OPTIONS" polarity="negative" from="13" to="18"/>
    <Opinion target="NULL" category="RESTAURANT#GENERAL" polarity="neutral"/>
    <Opinion target="NULL" category="RESTAURANT#PRICES" polarity="neutral"/>
  </Opinions></sentence>
  <sentence id="1:1" OutOfScope="TRUE"><text>Hi.</text></sentence>
</sentences></Review></Reviews>`;

const taxonomy = Taxonomy.parse(restaurant);

Deno.test("sentences of the 2014 form are read whatever the order and quotes of the attributes, and unescaped", () => {
  assert.deepEqual(labelledSentences(SENTENCES_2014), [
    {
      text: `Tom & Anna\u2019s pizza "Diavola" was perfect, the waiter rude.`,
      categories: new Map([["food", "positive"], ["service", "negative"]]),
    },
    { text: "We love it!", categories: new Map([["miscellaneous", "positive"]]) },
    { text: "Cheap, and dear.", categories: new Map([["price", "conflict"]]) },
  ]);
});

Deno.test("sentences of the 2015 form are read by their entities; two polarities of one are a conflict", () => {
  assert.deepEqual(labelledSentences(REVIEWS_2016), [
    { text: "Tasty, tiny rolls.", categories: new Map([["food", "conflict"], ["miscellaneous", "neutral"]]) },
  ]);
});

Deno.test("XML without labelled sentences gives none, and malformed XML is refused", () => {
  assert.deepEqual(labelledSentences("<feed><entry/></feed>"), []);
  assert.throws(() => labelledSentences("<sentences><sentence>"), LabelledFileError);
});

Deno.test("an aspect belongs to the finest category that the set has", () => {
  const found = (aspects: readonly string[], known: readonly string[]) =>
    [...categoriesOf(aspects, new Set(known))].map(([category, indexes]) => `${category} ${indexes}`);
  const wide = ["food", "service", "price", "ambience", "miscellaneous"];
  assert.deepEqual(found(["drinks", "staff", "menu", "waiting_time"], wide), ["food 0,2", "service 1,3"]);
  assert.deepEqual(found(["drinks", "staff", "menu"], [...wide, "staff", "menu"]), ["food 0", "staff 1", "menu 2"]);
  assert.deepEqual(found(["location", "price"], [...wide, "place"]), ["place 0", "price 1"]);
  assert.deepEqual(found(["price"], ["food", "service"]), []);
});

Deno.test("the category miscellaneous is predicted only without others, except in sets with places", () => {
  const found = (aspects: readonly string[], known: readonly string[]) => [
    ...categoriesOf(aspects, new Set(known)).keys(),
  ];
  const known = ["food", "service", "miscellaneous"];
  assert.deepEqual(found([], known), ["miscellaneous"]);
  assert.deepEqual(found(["location", "experience"], known), ["miscellaneous"]);
  assert.deepEqual(found(["experience", "food"], known), ["food"]);
  assert.deepEqual(found([], ["food", "service"]), []);
  assert.deepEqual(found(["experience", "food"], [...known, "place"]), ["miscellaneous", "food"]);
});

Deno.test("a label conflict counts for detection only, not for polarity", () => {
  const figures = evaluateAspects(labelledSentences(SENTENCES_2014), taxonomy, vaderScore);
  assert.equal(figures.sentences, 3);
  assert.deepEqual(figures.detection, { found: 4, right: 4, expected: 4 });
  assert.deepEqual(figures.byCategory.get("price"), { found: 1, right: 1, expected: 1 });
  assert.deepEqual(figures.polarity, { accuracy: 1, macroF1: 1 });
  assert.equal(figures.majority.accuracy, 2 / 3);
});

Deno.test("a missed category gets the polarity of its sentence", () => {
  const sentence = (text: string) => ({ text, categories: new Map([["price", "negative"] as const]) });
  const polarity = (text: string) => evaluateAspects([sentence(text)], taxonomy, () => 0).polarity.accuracy;
  assert.equal(polarity("Terrible!"), 1);
  assert.equal(polarity("Wonderful!"), 0);
});

Deno.test("the measures give the known figures of a small labelled set", () => {
  const gold: readonly Polarity[] = ["positive", "positive", "positive", "negative"];
  const predicted: readonly Polarity[] = ["positive", "positive", "neutral", "positive"];
  assert.equal(accuracy(gold, predicted), 0.5);
  assert.equal(majority(gold), 0.75);
  assert.equal(macroF1(gold, predicted), (2 / 3 + 0) / 2);
  assert.equal(f1({ found: 4, right: 3, expected: 8 }), 0.5);
  assert.equal(f1({ found: 0, right: 0, expected: 8 }), 0);
});

Deno.test("VADER scores a text between -1 and 1", () => {
  assert.ok(vaderScore("A wonderful, lovely place") > 0.5 && vaderScore("A wonderful, lovely place") <= 1);
  assert.ok(vaderScore("A horrible, terrible place") < -0.5);
});
