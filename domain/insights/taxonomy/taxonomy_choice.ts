import type { Business } from "../../business.ts";
import { termWords } from "../text/words_of.ts";
import general from "./general.json" with { type: "json" };
import healthCare from "./health_care.json" with { type: "json" };
import homeServices from "./home_services.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import type { Taxonomy } from "./taxonomy.ts";

/** The taxonomy that an operator names: a built-in one by its name, or one of their own. */
export type TaxonomyChoice = string | Taxonomy;

// Not parsed: a test does that, and it takes a tenth of a second, which each start of a service and each import had to wait.
const TRADES: ReadonlyMap<string, Taxonomy> = new Map<string, Taxonomy>([
  ["home_services", homeServices],
  ["restaurant", restaurant],
  ["health_care", healthCare],
]);

/** The trades that the trained models have learnt. */
export const LEARNT_TRADES: readonly string[] = [...TRADES.keys()];

/** Names of the built-in taxonomies; the first one fits any business. */
export const TAXONOMY_NAMES: readonly string[] = [general.id, ...LEARNT_TRADES];

/** Words in the category of a business, or in the names of its services, that tell its trade. */
const TRADE_WORDS: Readonly<Record<string, readonly string[]>> = {
  home_services: [
    ...["plumber", "plumbing", "hvac", "heating", "cooling", "boiler", "furnace", "electrician", "electrical"],
    ...["handyman", "roofer", "roofing", "locksmith", "air conditioning", "pest control", "home service"],
    ...["home improvement", "home repair", "gas engineer", "drain"],
  ],
  restaurant: [
    ...["restaurant", "cafe", "café", "bistro", "pizzeria", "diner", "brasserie", "trattoria", "steakhouse", "eatery"],
    ...["gastropub", "coffee shop", "takeaway"],
  ],
  health_care: [
    ...["doctor", "physician", "dentist", "dental", "clinic", "hospital", "medical", "health care", "healthcare"],
    ...["physiotherapy", "physiotherapist", "ambulance", "midwife", "nursing", "paediatrician", "gp"],
  ],
  // A veterinary hospital is none of the trades.
  general: ["veterinary", "vet", "animal", "pet", "dog", "car", "auto", "computer", "phone"],
};

/**
 * The taxonomy of a business: the one that the operator names; else that of the only trade which the category or, where
 * that tells none, most of the services name; else the general one.
 *
 * @param choice null if the operator names none. A name that this version does not know counts as none.
 */
export function chosenTaxonomy(
  choice: TaxonomyChoice | null,
  business: Pick<Business, "category" | "services">,
): Taxonomy {
  if (choice !== null && typeof choice !== "string") return choice;
  return builtInTaxonomy(choice ?? tradeOf(business)?.name ?? general.id);
}

/** A built-in taxonomy by its name; the general one for a name that this version does not know. */
export function builtInTaxonomy(name: string): Taxonomy {
  return TRADES.get(name) ?? general;
}

/** The trade of a business, and the word that tells it; null if nothing tells one, or several are told. */
export function tradeOf(
  { category, services }: Pick<Business, "category" | "services">,
): { readonly name: string; readonly word: string } | null {
  const byCategory = tradesIn(category ?? "");
  if (byCategory.length > 0) return only(byCategory);
  const named = services.map(({ label }) => tradesIn(label)).filter((trades) => trades.length > 0);
  return 2 * named.length > services.length ? only(named.flat()) : null;
}

type Trade = { readonly name: string; readonly word: string };

function tradesIn(text: string): readonly Trade[] {
  const words = ` ${termWords(text).join(" ")} `;
  return Object.entries(TRADE_WORDS).flatMap(([name, terms]) => {
    const word = terms.find((term) => words.includes(` ${term} `) || words.includes(` ${term}s `));
    return word === undefined ? [] : [{ name, word }];
  });
}

function only(trades: readonly Trade[]): Trade | null {
  return trades.every(({ name }) => name === trades[0]?.name) ? trades[0] ?? null : null;
}
