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
export const ANALYZER_VERSION = 11;

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
  return hashOf([factsKey(facts), taxonomy, [name, technicians, services, service_areas]]);
}

// Cached hashes: the weights are almost a megabyte and the same at every import and revision.
const factsKeys = new WeakMap<AnalyzerFacts, string>();

function factsKey(facts: AnalyzerFacts): string {
  const known = factsKeys.get(facts);
  if (known !== undefined) return known;
  const key = hashOf([facts.version, facts.words, facts.weights, facts.runtime]);
  factsKeys.set(facts, key);
  return key;
}

function hashOf(value: unknown): string {
  return entityTag(JSON.stringify(value)).slice(1, -1);
}
