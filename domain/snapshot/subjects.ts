import type { Business } from "../business.ts";
import type { DatasetHead } from "../dataset/dataset_head.ts";
import { archivedTaxonomy, type DatasetArchive } from "../dataset/dataset_archive.ts";
import type { InsightsOverview } from "../documents/insights_rows.ts";
import type { TaxonomyEntry } from "../insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../insights/taxonomy/taxonomy_choice.ts";

/** An aspect or problem with all its names. */
export interface Subject {
  readonly id: string;
  readonly label: string;
  /** The terms by which texts speak of it, with the signs of a taxonomy; empty if only an operator's own insights know it. */
  readonly aliases: readonly string[];
}

/** What reviews may speak of. */
export interface Subjects {
  readonly aspects: readonly Subject[];
  readonly problems: readonly Subject[];
}

/**
 * The aspects and problems of a revision: those of its taxonomy, whether a review mentions them or not, then those that
 * only the insights know. An operator's own insights have nothing to do with the taxonomy.
 */
export function subjectsOf(
  head: DatasetHead,
  archive: DatasetArchive,
  business: Business,
  insights: InsightsOverview,
): Subjects {
  const taxonomy = head.operator_insights ? null : chosenTaxonomy(archivedTaxonomy(archive), business);
  return {
    aspects: subjects(taxonomy?.aspects ?? [], insights.aspects),
    problems: subjects(taxonomy?.problems ?? [], insights.entities.problems),
  };
}

function subjects(
  entries: readonly TaxonomyEntry[],
  figures: readonly { readonly id: string; readonly label: string }[],
): readonly Subject[] {
  const known = new Set(entries.map(({ id }) => id));
  return [
    ...entries.map(({ id, label, words }) => ({ id, label, aliases: words })),
    ...figures.filter(({ id }) => !known.has(id)).map(({ id, label }) => ({ id, label, aliases: [] })),
  ];
}
