import assert from "node:assert/strict";
import { evaluateAspects } from "../../tools/eval/eval_aspects.ts";
import { f1 } from "../../tools/eval/eval_figures.ts";
import { evaluateReviews } from "../../tools/eval/eval_reviews.ts";
import { labelledSentences } from "../../tools/eval/eval_sentences.ts";
import { vaderScore } from "../../tools/eval/eval.ts";
import { builtInTaxonomy } from "../../domain/insights/taxonomy/taxonomy_choice.ts";

const TAXONOMIES = new Map(["home_services", "health_care"].map((name) => [name, builtInTaxonomy(name)]));
const folder = Deno.env.get("REVIEWS_TEST_DATA");
const needs = folder === undefined ? " (left out: REVIEWS_TEST_DATA names no folder of labelled reviews)" : "";

for (const [name, floor] of [["nhs_fft_neas", 0.77], ["nhs_fft_nhft", 0.76]] as const) {
  Deno.test({
    name: `the sentiment of ${name} is right in ${floor} of the reviews, and more often than by stars alone${needs}`,
    ignore: folder === undefined,
    fn: async () => {
      const read = (part: string) => Deno.readTextFile(`${folder}/${name}_${part}.json`);
      const figures = evaluateReviews(await read("reviews"), await read("gold"), TAXONOMIES, () => 0);
      const [plain = 0, ofTheTrade = 0] = figures.analyzer.values();
      assert.ok(plain >= floor, String(plain));
      assert.ok(ofTheTrade > plain, String(ofTheTrade));
      assert.ok(plain > figures.stars + 0.03, String(figures.stars));
    },
  });
}

Deno.test({
  name: `aspects of mams_acsa_test are found with F1 0.73 and polarity 0.53, better than by VADER${needs}`,
  ignore: folder === undefined,
  fn: async () => {
    const sentences = labelledSentences(await Deno.readTextFile(`${folder}/absa/mams_acsa_test.xml`));
    const { detection, polarity, vader } = evaluateAspects(sentences, builtInTaxonomy("restaurant"), vaderScore);
    assert.ok(f1(detection) >= 0.73, String(f1(detection)));
    assert.ok(polarity.accuracy >= 0.53, String(polarity.accuracy));
    assert.ok(polarity.accuracy > vader.accuracy + 0.05, String(vader.accuracy));
  },
});

Deno.test("the measures give the known figures of a small labelled set", () => {
  const reviews = ["Excellent", "Terrible", "Excellent"].map((text, n) => ({
    id: `${n}`,
    rating: n === 1 ? 1 : 5,
    text,
  }));
  const gold = [1, 5, 5].map((sentiment, n) => ({ id: `${n}`, sentiment }));
  const figures = evaluateReviews(JSON.stringify(reviews), JSON.stringify(gold), TAXONOMIES, () => 0);
  assert.deepEqual(figures, {
    reviews: 3,
    analyzer: new Map([["home_services", 2 / 3], ["health_care", 2 / 3]]),
    stars: 2 / 3,
    majority: 2 / 3,
    vader: 0,
  });
});
