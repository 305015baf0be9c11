import healthCare from "./health_care.json" with { type: "json" };
import homeServices from "./home_services.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import { Taxonomy } from "./taxonomy.ts";

/** Which taxonomy a dataset is analysed by: the name of a built-in one, or the operator's own. */
export type TaxonomyChoice = string | Taxonomy;

const BUILT_IN: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["home_services", homeServices],
  ["restaurant", restaurant],
  ["health_care", healthCare],
]);
/** The taxonomy of who has chosen none. */
export const DEFAULT_TAXONOMY = "home_services";

/** Names of the built-in taxonomies, the default one first. */
export const TAXONOMY_NAMES: readonly string[] = [...BUILT_IN.keys()];

/** The taxonomy that was chosen; the default one for null, and for a built-in one that this version does not have. */
export function chosenTaxonomy(choice: TaxonomyChoice | null): Taxonomy {
  if (choice !== null && typeof choice !== "string") return choice;
  return Taxonomy.parse(BUILT_IN.get(choice ?? DEFAULT_TAXONOMY) ?? BUILT_IN.get(DEFAULT_TAXONOMY));
}
