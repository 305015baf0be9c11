import type { Business } from "../../business.ts";
import { entityTag } from "../../documents/representation.ts";
import sentimentWords from "../sentiment/sentiment_words.json" with { type: "json" };
import polarityWeights from "../polarity/polarity_weights.json" with { type: "json" };
import subjectWeights from "../subjects/subject_weights.json" with { type: "json" };
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/**
 * Version of the analyser's rules. Raise it with every change that may alter a result, so that stored analyses are
 * discarded.
 */
export const ANALYZER_VERSION = 14;

/** Properties of the analyser that change its results. */
export interface AnalyzerFacts {
  readonly version: number;
  readonly words: Readonly<Record<string, number>>;
  /** Weights of the trained models. */
  readonly weights: readonly unknown[];
  /** Version of V8: its Unicode tables decide where sentences end and what a letter is. */
  readonly runtime: string;
}

const ANALYZER_FACTS: AnalyzerFacts = {
  version: ANALYZER_VERSION,
  words: sentimentWords,
  weights: [subjectWeights, polarityWeights],
  runtime: Deno.version.v8,
};

/**
 * Returns a hash of everything besides the review that an analysis depends on: rules, word list, weights, engine,
 * taxonomy and business names. Equal reviews under equal keys have equal analyses.
 */
export function analysisKey(
  { name, technicians, services, service_areas }: Business,
  taxonomy: Taxonomy,
  facts: AnalyzerFacts = ANALYZER_FACTS,
): string {
  const rules = hashOf([facts.version, facts.words, facts.weights, facts.runtime]);
  return hashOf([rules, taxonomy, [name, technicians, services, service_areas]]);
}

function hashOf(value: unknown): string {
  return entityTag(JSON.stringify(value)).slice(1, -1);
}
