import healthCare from "./health_care.json" with { type: "json" };
import homeServices from "./home_services.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import type { Taxonomy } from "./taxonomy.ts";

/** The taxonomy of a dataset: the name of a built-in one, or the operator's own. */
export type TaxonomyChoice = string | Taxonomy;

// Not parsed: a test does that, and it takes a tenth of a second, which each start of a service and each import had to wait.
const BUILT_IN: ReadonlyMap<string, Taxonomy> = new Map<string, Taxonomy>([
  ["home_services", homeServices],
  ["restaurant", restaurant],
  ["health_care", healthCare],
]);
/** The taxonomy when none is chosen. */
export const DEFAULT_TAXONOMY = "home_services";

/** Names of the built-in taxonomies, the default one first. */
export const TAXONOMY_NAMES: readonly string[] = [...BUILT_IN.keys()];

/** The chosen taxonomy; the default for null and for a built-in name that this version does not know. */
export function chosenTaxonomy(choice: TaxonomyChoice | null): Taxonomy {
  if (choice !== null && typeof choice !== "string") return choice;
  return BUILT_IN.get(choice ?? DEFAULT_TAXONOMY) ?? homeServices;
}
