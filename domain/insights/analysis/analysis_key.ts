import type { Business } from "../../business.ts";
import { entityTag } from "../../documents/entity_tag.ts";
import sentimentWords from "../sentiment/sentiment_words.json" with { type: "json" };
import type { Taxonomy } from "../taxonomy/taxonomy.ts";

/** Version of the analyser's rules; a new one means other figures for the same reviews. */
export const ANALYZER_VERSION = 1;

/** What of the analyser itself its results depend on. */
export interface AnalyzerFacts {
  readonly version: number;
  readonly words: Readonly<Record<string, number>>;
  /** Version of the engine, which brings the rules of sentences and letters (Unicode) along. */
  readonly runtime: string;
}

const ANALYZER_FACTS: AnalyzerFacts = {
  version: ANALYZER_VERSION,
  words: sentimentWords,
  runtime: Deno.version.v8,
};

/**
 * Names everything besides a review that its analysis depends on: version, word list, engine, taxonomy
 * and the names of the business. Analyses of equal reviews under equal keys are equal.
 */
export function analysisKey(
  { name, technicians, services, service_areas }: Business,
  taxonomy: Taxonomy,
  { version, words, runtime }: AnalyzerFacts = ANALYZER_FACTS,
): string {
  return entityTag(JSON.stringify([
    version,
    words,
    runtime,
    taxonomy,
    [name, technicians, services, service_areas],
  ])).slice(1, -1);
}
