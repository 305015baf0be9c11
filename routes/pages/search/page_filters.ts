import { ORDER_FAULT, SearchFilters, withFilterRules } from "../../../domain/search/search_filters.ts";
import { SORTS } from "../../../domain/search/search_index.ts";
import { fromText } from "../../../openapi/request_validation.ts";

/** Names of the filters, in their order in URLs. */
export const FILTER_NAMES = Object.keys(SearchFilters.shape) as readonly (keyof SearchFilters)[];

const schema = withFilterRules(fromText(SearchFilters));
const known = new Set<string>(FILTER_NAMES);

const KINDS: Readonly<Record<string, FilterFault["kind"]>> = {
  rating: "stars",
  min_rating: "stars",
  max_rating: "stars",
  since: "day",
  until: "day",
  limit: "limit",
  words: "text",
  query: "text",
};

/** Fault of one filter. */
export interface FilterFault {
  readonly name: string;
  /** One sentence without a full stop, with the wording of the API. */
  readonly message: string;
  /** Kind of the fault, of which the texts have a sentence each. */
  readonly kind: "stars" | "day" | "order" | "limit" | "text" | "choice" | "twice";
}

/** Query of a page. */
export type PageQuery =
  /** No filter at all. */
  | { readonly kind: "none" }
  | { readonly kind: "search"; readonly filters: SearchFilters; readonly texts: FilterTexts }
  | { readonly kind: "faulty"; readonly faults: readonly FilterFault[]; readonly texts: FilterTexts };

/** Filters as texts of the URL. */
export type FilterTexts = { readonly [name in keyof SearchFilters]?: string | undefined };

/**
 * Reads the query of a page: the filters of `/api/reviews/search` under the same names. Ignores unknown ones, and empty
 * fields, as browsers send them without our script.
 */
export function readPageQuery(query: string): PageQuery {
  const given = [...new URLSearchParams(query)].map(([name, value]) => [name, value.trim()] as const)
    .filter(([name, value]) => known.has(name) && value !== "");
  if (given.length === 0) return { kind: "none" };
  const texts: FilterTexts = Object.fromEntries(given);
  const names = given.map(([name]) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  const result = schema.safeParse(texts);
  const faults = [...new Set(twice)].map((name): FilterFault => ({
    name,
    kind: "twice",
    message: "Expected one value",
  }));
  for (const issue of result.error?.issues ?? []) {
    const name = String(issue.path[0]);
    if (faults.some((fault) => fault.name === name)) continue;
    const isOrder = issue.code === "custom" && issue.params === ORDER_FAULT;
    faults.push({ name, message: issue.message, kind: isOrder ? "order" : KINDS[name] ?? "choice" });
  }
  return result.success && faults.length === 0
    ? { kind: "search", filters: result.data, texts }
    : { kind: "faulty", faults, texts };
}

/** Order of a search on the pages; without `sort` by relevance if it has `words`, else the newest first. */
export function sortOf({ sort, words }: Pick<FilterTexts, "sort" | "words">): typeof SORTS[number] {
  return SORTS.find((known) => known === sort) ?? (words === undefined ? "newest" : "relevance");
}

/** Orders that a search can have, its usual one first. */
export function sortsFor({ words }: Pick<FilterTexts, "words">): readonly (typeof SORTS[number])[] {
  const others = SORTS.filter((sort) => sort !== "relevance");
  return words === undefined ? others : ["relevance", ...others];
}

/** Path of a search at its results. */
export function searchPath(texts: FilterTexts): string {
  const query = writeQuery(texts);
  return `/${query === "" ? "" : `?${query}`}#reviews`;
}

/** Writes the query of a search without the question mark, in the order of the filters; empty if there are none. */
export function writeQuery(texts: FilterTexts): string {
  return FILTER_NAMES.flatMap((name) => {
    const value = texts[name];
    // An apostrophe would end the quotation in a shell.
    return value === undefined ? [] : [`${name}=${encodeURIComponent(value).replaceAll("'", "%27")}`];
  }).join("&");
}
