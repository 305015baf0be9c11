import { BusinessFile } from "../../domain/business.ts";
import { textReader } from "../../domain/insights/analysis/text_reader.ts";
import type { PackedModel } from "../../domain/insights/model/linear_model.ts";
import { POLARITIES } from "../../domain/insights/polarity/polarity_judge.ts";
import { builtInTaxonomy, LEARNT_TRADES } from "../../domain/insights/taxonomy/taxonomy_choice.ts";
import type { LabelledSentence } from "../eval/eval_sentences.ts";
import type { GoldReview } from "../eval/gold_set.ts";
import { fitLinear, type FitSettings } from "./fit_linear.ts";
import { type PolarityExample, polarityExamples, sentenceExamples } from "./polarity_examples.ts";

/** Hyperparameters, chosen by cross-validation that left out whole trades. */
const SETTINGS: FitSettings = {
  epochs: 6,
  fewestExamples: 6,
  rate: 0.05,
  sparsity: 0.05,
  decay: 2,
  leastKept: 0.04,
  wellKnown: 100,
};
/**
 * Weight of examples from MAMS sentences, most of which mention aspects without an opinion. A higher weight worsens the
 * polarity in reviews. With a lower one, mere mentions are taken for opinions.
 */
const SENTENCE_WEIGHT = 0.75;
const NEUTRAL = POLARITIES.indexOf("neutral");

/** Fits the model for the polarity of aspects, one for all taxonomies. */
export function polarityModel(
  reviews: readonly GoldReview[],
  sentences: readonly LabelledSentence[],
): PackedModel {
  const examples = [...reviewExamples(reviews), ...sentenceExamples(sentences, readerOf("restaurant"))];
  return fitLinear(weighed(examples), POLARITIES, SETTINGS);
}

/** Creates the examples of labelled reviews. Trades without a taxonomy give only examples of labelled passages. */
export function reviewExamples(reviews: readonly GoldReview[]): readonly PolarityExample[] {
  const names: readonly string[] = LEARNT_TRADES;
  const others = reviews.filter(({ taxonomy }) => !names.includes(taxonomy));
  return [
    ...names.flatMap((name) => polarityExamples(reviews.filter(({ taxonomy }) => taxonomy === name), readerOf(name))),
    ...polarityExamples(others, readerOf("home_services")).filter(({ origin }) => origin === "passage"),
  ];
}

/** Duplicates half of the neutral passages, which are too rare otherwise, and sets the weight of the MAMS sentences. */
function weighed(examples: readonly PolarityExample[]): readonly PolarityExample[] {
  return examples.flatMap((example, index) => {
    if (example.origin === "sentence") return [{ ...example, weight: SENTENCE_WEIGHT }];
    const isRare = example.origin === "passage" && example.classes[0] === NEUTRAL && index % 2 === 0;
    return isRare ? [example, example] : [example];
  });
}

function readerOf(name: string) {
  return textReader(BusinessFile.parse({ name: "A business" }), builtInTaxonomy(name));
}
