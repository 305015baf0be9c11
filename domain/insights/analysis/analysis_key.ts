import type { Business } from "../../business.ts";
import { entityTag } from "../../documents/entity_tag.ts";
import sentimentWords from "../sentiment/sentiment_words.json" with { type: "json" };
import polarityWeights from "../polarity/polarity_weights.json" with { type: "json" };
import subjectWeights from "../subjects/subject_weights.json" with { type: "json" };
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/**
 * Version of the analyser's rules. Raise it with every change that may alter a result, so that stored analyses are
 * discarded.
 */
export const ANALYZER_VERSION = 5;

/** What of the analyser itself the results depend on. */
export interface AnalyzerFacts {
  readonly version: number;
  readonly words: Readonly<Record<string, number>>;
  /** Of the trained part. */
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
 * A hash of everything besides the review that an analysis depends on: rules, word list, weights, engine, taxonomy and the names
 * of the business. Equal reviews under equal keys have equal analyses.
 */
export function analysisKey(
  { name, technicians, services, service_areas }: Business,
  taxonomy: Taxonomy,
  { version, words, weights, runtime }: AnalyzerFacts = ANALYZER_FACTS,
): string {
  return entityTag(JSON.stringify([
    version,
    words,
    weights,
    runtime,
    taxonomy,
    [name, technicians, services, service_areas],
  ])).slice(1, -1);
}
