import type { Business } from "../business.ts";
import type { InsightsDocument } from "../documents/insights_document.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";
import type { TaxonomyEntry } from "../insights/taxonomy/taxonomy.ts";
import { type ArchiveContent, archivedInsights, archivedJson } from "./dataset_archive.ts";

/**
 * Reads the published insights for people: aspects and problems have their names in a language, if the taxonomy of the
 * business has them. Other names, such as those of an operator's own insights, stay.
 *
 * @param language Subtag (BCP 47).
 */
export function namedInsights(archive: ArchiveContent, business: Business, language: string): InsightsDocument {
  const insights = archivedInsights(archive);
  const { aspects, problems } = chosenTaxonomy(archivedJson(archive, "taxonomy"), business);
  return {
    ...insights,
    aspects: named(insights.aspects, aspects, language),
    entities: { ...insights.entities, problems: named(insights.entities.problems, problems, language) },
  };
}

function named<Thing extends { readonly label: string }>(
  things: readonly Thing[],
  entries: readonly TaxonomyEntry[],
  language: string,
): Thing[] {
  const names = new Map(entries.map(({ label, labels = {} }) => [label, labels[language]]));
  return things.map((thing) => ({ ...thing, label: names.get(thing.label) ?? thing.label }));
}
