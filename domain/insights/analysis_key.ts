import type { Business } from "../business.ts";
import { entityTag } from "../entity_tag.ts";
import { ANALYZER_VERSION } from "./analyzer_version.ts";
import sentimentWords from "./sentiment_words.json" with { type: "json" };
import type { Taxonomy } from "./taxonomy.ts";

/**
 * Names everything besides a review that its analysis depends on: version, word list, taxonomy and
 * the names of the business. Analyses of equal reviews under equal keys are equal.
 */
export function analysisKey(business: Business, taxonomy: Taxonomy): string {
  const { name, technicians, services, service_areas } = business;
  return entityTag(JSON.stringify([
    ANALYZER_VERSION,
    sentimentWords,
    taxonomy,
    [name, technicians, services, service_areas],
  ])).slice(1, -1);
}
