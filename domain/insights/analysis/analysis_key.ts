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
export const ANALYZER_VERSION = 23;

/**
 * What else of the analyser changes its results: the version of V8 too, as its Unicode tables decide where sentences end
 * and what a letter is.
 */
const ANALYZER_FACTS = [ANALYZER_VERSION, sentimentWords, [subjectWeights, polarityWeights], Deno.version.v8] as const;

/**
 * Returns a hash of everything besides the review that an analysis depends on: rules, word list, weights, engine,
 * taxonomy and business names. Equal reviews under equal keys have equal analyses.
 */
export function analysisKey(
  { name, technicians, services, service_areas }: Business,
  taxonomy: Taxonomy,
  facts: readonly unknown[] = ANALYZER_FACTS,
): string {
  return hashOf([hashOf(facts), taxonomy, [name, technicians, services, service_areas]]);
}

function hashOf(value: unknown): string {
  return entityTag(JSON.stringify(value)).slice(1, -1);
}
