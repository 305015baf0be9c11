import type { Business } from "../../business.ts";
import { foldName } from "../../mentions.ts";
import { foldText } from "../../normalize_text.ts";
import type { Review } from "../../review.ts";
import type { Subject } from "../../subjects.ts";
import { languageOf } from "../text/language_of.ts";
import { termWords } from "../text/words_of.ts";
import general from "./general.json" with { type: "json" };
import healthCare from "./health_care.json" with { type: "json" };
import homeServices from "./home_services.json" with { type: "json" };
import restaurant from "./restaurant.json" with { type: "json" };
import { type ChosenSubjects, type Customer, namingWords, type Taxonomy, type TaxonomyEntry } from "./taxonomy.ts";
import tradeWords from "./trade_words.json" with { type: "json" };

/** The operator's choice of taxonomy: the name of a built-in one, or a taxonomy; or subjects that are added to one. */
export type TaxonomyChoice = string | Taxonomy | ChosenSubjects;

// Not parsed at start, because parsing took a tenth of a second at each start and import. A test parses them.
const TRADES: ReadonlyMap<string, Taxonomy> = new Map(
  ([homeServices, restaurant, healthCare] as const).map((trade) => [trade.id, inFurtherLanguages(trade)]),
);

/** A trade's taxonomy with the general words of other languages, by which its own subjects are found there. */
function inFurtherLanguages(trade: Taxonomy): Taxonomy {
  const names: Readonly<Record<string, string>> =
    (tradeWords.general_aspects as Readonly<Record<string, Readonly<Record<string, string>>>>)[trade.id] ?? {};
  const joined = (own: readonly TaxonomyEntry[], common: readonly TaxonomyEntry[]) =>
    own.map((entry) => {
      const { words_in } = common.find(({ id }) => (names[id] ?? id) === entry.id) ?? {};
      return words_in === undefined ? entry : { ...entry, words_in };
    });
  return {
    ...trade,
    aspects: joined(trade.aspects, general.aspects),
    problems: joined(trade.problems, general.problems),
  };
}

/** The trades on which the models were trained. */
export const LEARNT_TRADES: readonly string[] = [...TRADES.keys()];

/** Name of the built-in taxonomy that fits any business. */
export const GENERAL = general.id;

/** Names of the built-in taxonomies; the general one is the first. */
export const TAXONOMY_NAMES: readonly string[] = [GENERAL, ...LEARNT_TRADES];

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
  if (choice !== null && typeof choice !== "string") {
    return hasSubjects(choice) ? withSubjects(chosenTaxonomy(choice.base, business), choice.subjects) : choice;
  }
  const taxonomy = builtInTaxonomy(choice ?? tradeOf(business)?.name ?? GENERAL);
  return taxonomy.id === GENERAL ? fittedTo(business.category ?? "", taxonomy) : taxonomy;
}

/** Returns a choice with another in its place. Subjects are added to an earlier choice, and stay with a later one. */
export function joinedChoice(own: TaxonomyChoice | null, incoming: TaxonomyChoice | null): TaxonomyChoice | null {
  if (incoming === null) return own;
  const before = subjectsOf(own);
  // An empty list is a choice too: the owner is not asked again.
  if (hasSubjects(incoming)) return { base: incoming.base ?? before.base, subjects: incoming.subjects };
  return hasSubjects(own) ? { base: incoming, subjects: before.subjects } : incoming;
}

/** Whether a choice names subjects of the owner, or that there are none. */
function hasSubjects(choice: TaxonomyChoice | null): choice is ChosenSubjects {
  return choice !== null && typeof choice === "object" && "subjects" in choice;
}

/** Number of newest texts by whose languages subjects are offered. */
const MOST_TEXTS = 300;

/**
 * Whether the owner is asked to choose subjects: nobody has chosen, and the general taxonomy is in use, or that of a
 * trade while most texts are not English, the only language of a trade's own words.
 *
 * @param reviews Newest first.
 */
export function isOffering(
  business: Business,
  choice: TaxonomyChoice | null,
  reviews: readonly Pick<Review, "text">[],
): boolean {
  if (hasSubjects(choice)) return false;
  const { id } = chosenTaxonomy(choice, business);
  if (!TRADES.has(id)) return id === GENERAL;
  const texts = reviews.flatMap(({ text }) => text ?? []).slice(0, MOST_TEXTS);
  return 2 * texts.filter((text) => languageOf(text) !== "en").length > texts.length;
}

/** Splits a choice: the taxonomy without the subjects that the owner has added, and these. */
export function subjectsOf(choice: TaxonomyChoice | null): ChosenSubjects {
  return hasSubjects(choice) ? choice : { base: choice, subjects: [] };
}

/**
 * Adds the owner's subjects as aspects. One with the name of an aspect, in any language, adds its words to that aspect.
 */
function withSubjects(taxonomy: Taxonomy, subjects: readonly Subject[]): Taxonomy {
  const aspects: TaxonomyEntry[] = [...taxonomy.aspects];
  for (const { label, words: { en = [], ...words }, words: all } of subjects) {
    const name = foldText(label);
    const at = aspects.findIndex(({ label, labels = {} }) =>
      [label, ...Object.values(labels)].map(foldText).includes(name)
    );
    const known = aspects[at];
    if (known !== undefined) {
      const fresh = en.filter((word) => ![...namingWords(known), ...known.judged_words ?? []].includes(word));
      const further = Object.entries(words).map(([language, own]) =>
        [language, [...new Set([...known.words_in?.[language as keyof typeof words] ?? [], ...own])]] as const
      );
      aspects[at] = {
        ...known,
        words: [...known.words, ...fresh],
        words_in: { ...known.words_in, ...Object.fromEntries(further) },
      };
      continue;
    }
    const id = freeId(label, aspects);
    // A name that is a word of one language is translated by the words of the others. Another name stays.
    const [own] = Object.entries(all).find(([, forms]) => forms.map(foldText).includes(name)) ?? [];
    const others = Object.entries(words).filter(([language]) => own !== undefined && language !== own);
    const labels = Object.fromEntries(others.map(([language, [word = label]]) => [language, capitalised(word)]));
    // Half of the bare mentions are no opinion: "I signed up for membership".
    aspects.push({ id, label, labels, words: [], ...en.length > 0 && { judged_words: en }, words_in: words });
  }
  return { ...taxonomy, aspects };
}

function freeId(label: string, entries: readonly TaxonomyEntry[]): string {
  const word = foldName(label).replace(/[^a-z0-9]+/g, "_").replace(/^_|_$/g, "").slice(0, 90) || "subject";
  let id = word;
  for (let n = 2; entries.some((entry) => entry.id === id); n++) id = `${word}_${n}`;
  return id;
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).replace("*", "");
}

/** The general taxonomy with the trade's words for customers and aspects, and without what the trade never has. */
function fittedTo(category: string, taxonomy: Taxonomy): Taxonomy {
  const has = wordFinder(category);
  const never = tradeWords.never.filter(({ words }) => words.some(has)).flatMap(({ subjects }) => subjects);
  // A car park has no visitors.
  const named = tradeWords.no_visitors.some(has)
    ? undefined
    : tradeWords.customers.find(({ words }) => words.some(has));
  if (named === undefined && never.length === 0) return taxonomy;
  const { one, many }: Customer = named ?? { one: "customer", many: "customers" };
  const aspects = taxonomy.aspects.filter(({ id }) => !never.includes(id))
    .map((aspect) => ({ ...aspect, question: aspect.question?.replaceAll("customers", many) }));
  return { ...taxonomy, customer: { one, many }, aspects };
}

/** Builds a finder of terms in a text, also in their plural. */
function wordFinder(text: string): (term: string) => boolean {
  const words = ` ${termWords(text).join(" ")} `;
  return (term) => words.includes(` ${term} `) || words.includes(` ${term}s `);
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
  const has = wordFinder(text);
  // The words of `general` exclude every trade.
  return Object.entries(tradeWords.trades).flatMap(([name, terms]) => {
    const word = terms.find(has);
    return word === undefined ? [] : [{ name, word }];
  });
}

function only(trades: readonly Trade[]): Trade | null {
  return trades.every(({ name }) => name === trades[0]?.name) ? trades[0] ?? null : null;
}
