import type { Business } from "../../business.ts";
import { termWords } from "../text/words_of.ts";
import general from "./general.json" with { type: "json" };
import healthCare from "./health_care.json" with { type: "json" };
import homeServices from "./home_services.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import type { Customer, Taxonomy } from "./taxonomy.ts";
import tradeWords from "./trade_words.json" with { type: "json" };

/** The operator's choice of taxonomy: the name of a built-in one, or a taxonomy. */
export type TaxonomyChoice = string | Taxonomy;

// Not parsed at start, because parsing took a tenth of a second at each start and import. A test parses them.
const TRADES: ReadonlyMap<string, Taxonomy> = new Map<string, Taxonomy>([
  ["home_services", homeServices],
  ["restaurant", restaurant],
  ["health_care", healthCare],
]);

/** The trades on which the models were trained. */
export const LEARNT_TRADES: readonly string[] = [...TRADES.keys()];

/** Names of the built-in taxonomies; the first one fits any business. */
export const TAXONOMY_NAMES: readonly string[] = [general.id, ...LEARNT_TRADES];

/** Words that identify a trade, in a business's category or its services. Those of `general` exclude every trade. */
const TRADE_WORDS: Readonly<Record<string, readonly string[]>> = tradeWords.trades;

/**
 * Returns the taxonomy of a business: the operator's choice; else that of the only trade in the category. Without a
 * trade in the category, that of the only trade in most services; else the general one.
 *
 * @param choice null without a choice. A name unknown to this version counts as none.
 */
export function chosenTaxonomy(
  choice: TaxonomyChoice | null,
  business: Pick<Business, "category" | "services">,
): Taxonomy {
  if (choice !== null && typeof choice !== "string") return choice;
  const taxonomy = builtInTaxonomy(choice ?? tradeOf(business)?.name ?? general.id);
  const customer = taxonomy.id === general.id ? customerOf(business.category ?? "") : null;
  if (customer === null) return taxonomy;
  const aspects = taxonomy.aspects.map((aspect) => ({
    ...aspect,
    question: aspect.question?.replaceAll("customers", customer.many),
  }));
  return { ...taxonomy, customer, aspects };
}

function customerOf(category: string): Customer | null {
  const words = ` ${termWords(category).join(" ")} `;
  const has = (term: string) => words.includes(` ${term} `) || words.includes(` ${term}s `);
  // A car park has no visitors.
  if (tradeWords.no_visitors.some(has)) return null;
  const found = tradeWords.customers.find(({ words }) => words.some(has));
  return found === undefined ? null : { one: found.one, many: found.many };
}

/** Returns a built-in taxonomy by its name; the general one for a name unknown to this version. */
export function builtInTaxonomy(name: string): Taxonomy {
  return TRADES.get(name) ?? general;
}

/** Returns the trade of a business with the word that identifies it; null for none or several. */
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
