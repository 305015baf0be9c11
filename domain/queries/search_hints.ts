import { counted } from "../insights/prose/wording.ts";
import { nearestWord } from "../search/nearest_word.ts";
import { matchingRanks, type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { SearchFilters } from "../search/search_filters.ts";
import { foldSearched } from "../search/searched_text.ts";
import { wordsIn } from "../search/text_index.ts";
import { stemForms, STEMMED_LANGUAGES, type StemmedLanguage } from "../search/word_forms.ts";
import { readWordQuery, type WordTerm, writeWordQuery } from "../search/word_query.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { EMPTY_WORDS } from "./find_reviews.ts";
import { resolveSubject } from "./named_things.ts";

/** A search that finds reviews where another, which differs in `query` and `words` alone, finds none. */
export interface SearchHint {
  /** Its filters instead of `query` and `words`. */
  readonly filters: Partial<Pick<SearchFilters, "words" | NamedFilter | "sentiment">>;
  readonly matched: number;
}

const NAMED_FILTERS = ["mentions_service", "mentions_technician", "aspect", "problem"] as const;
type NamedFilter = typeof NAMED_FILTERS[number];
type Criteria = Omit<SearchCriteria, "limit" | "after" | "sort">;

const MOST = 4;
/** A longer search is a sentence, for which guesses would take long. */
const MOST_WORDS = 8;
const LONGEST_NAME = 3;
/** Words that more reviews than one in this many have tell nothing. */
const USUAL = 5;

/**
 * Says what would find reviews if `query` or `words` find none: the same as words, the name of something that reviews
 * mention, the nearest spelling, or those of the words that are found. At most four.
 */
export function searchHints(snapshot: Snapshot, criteria: Criteria): readonly SearchHint[] {
  const { query, words, ...others } = criteria;
  if (query === undefined && words === undefined) return [];
  const typed = [...query === undefined ? [] : readWordQuery(query), ...words ?? []];
  if (typed.flatMap(({ words }) => words).length > MOST_WORDS) return [];
  const count = (criteria: Partial<SearchCriteria>) =>
    searchIndex(snapshot.search, { ...others, ...criteria, limit: 0 }).matched;
  const asWords = (terms: readonly WordTerm[]): SearchHint => {
    const written = writeWordQuery(terms);
    return { filters: { words: written }, matched: count({ words: readWordQuery(written) }) };
  };
  const named = ({ isWhole }: { readonly isWhole: boolean }) =>
    namedIn(snapshot, typed, others, isWhole).map((filters) => ({ filters, matched: count(namedCriteria(filters)) }));
  const isFound = ({ matched }: SearchHint) => matched > 0;
  const hints = [
    ...query === undefined ? [] : [asWords(typed)],
    ...named({ isWhole: true }),
    ...respelt(snapshot, typed).map(asWords),
    ...tellingTerms(snapshot, typed, others).map(asWords).filter(isFound).slice(0, 1),
    ...named({ isWhole: false }),
  ].filter(isFound);
  const distinct = new Map(hints.map((hint) => [JSON.stringify(hint.filters), hint]));
  return [...distinct.values()].slice(0, MOST);
}

/** Says in one sentence each what would find reviews. */
export function hintSentences(hints: readonly SearchHint[]): readonly string[] {
  return hints.map(({ filters, matched }) => {
    const given = Object.entries(filters).map(([name, value]) => `${name} “${value}”`);
    return `Try ${given.join(", ")}: ${counted(matched, "review")}.`;
  });
}

type NamedFilters = Pick<SearchHint["filters"], NamedFilter | "sentiment">;

function namedCriteria({ mentions_service: service, mentions_technician: technician, ...filters }: NamedFilters) {
  return {
    ...filters,
    ...service !== undefined && { services: [service] },
    ...technician !== undefined && { technicians: [technician] },
  };
}

/** What all the words name, or the longest name among them; nothing that the search filters by already. */
function namedIn(
  snapshot: Snapshot,
  terms: readonly WordTerm[],
  others: Criteria,
  isWhole: boolean,
): readonly NamedFilters[] {
  const words = terms.flatMap(({ words }) => words);
  if (isWhole) return calledSo(snapshot, words.join(" "), others, true);
  for (let length = Math.min(words.length - 1, LONGEST_NAME); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const parts = words.slice(at, at + length);
      const named = parts.every((part) => EMPTY_WORDS.has(part))
        ? []
        : calledSo(snapshot, parts.join(" "), others, false);
      if (named.length > 0) return named;
    }
  }
  return [];
}

/** What a name names, by the member of a search. */
type Named = { readonly [Kind in NamedFilter]?: string };

/** The things of a snapshot by {@linkcode nameKey} of their names; of two with one name the first. */
const thingsByName = perSnapshot(({ business, subjects }: Snapshot): ReadonlyMap<string, Named> => {
  const things = new Map<string, Named>();
  const add = (kind: NamedFilter, id: string, names: readonly string[], language: StemmedLanguage = "en") => {
    for (const name of names) {
      const key = nameKey(name, language);
      things.set(key, { [kind]: id, ...things.get(key) });
    }
  };
  for (const { id, label, aliases } of business.services) add("mentions_service", id, [id, label, ...aliases]);
  for (const { id, name, aliases } of business.technicians) add("mentions_technician", name, [id, name, ...aliases]);
  for (const [filter, kind] of [["aspect", "aspects"], ["problem", "problems"]] as const) {
    for (const { id, label, aliases } of subjects[kind]) add(filter, id, [id, label, ...aliases]);
    for (const { id, labels } of subjects[kind]) {
      for (const language of STEMMED_LANGUAGES) {
        const label = labels[language];
        if (label !== undefined) add(filter, id, [label], language);
      }
    }
  }
  return things;
});

/** @param isResolved Whether terms with alternatives count, which takes longer. */
function calledSo(
  snapshot: Snapshot,
  called: string,
  others: Criteria,
  isResolved: boolean,
): readonly NamedFilters[] {
  const things = thingsByName(snapshot);
  const [english, ...foreign] = STEMMED_LANGUAGES.map((language) => things.get(nameKey(called, language)));
  const subject = (filter: "aspect" | "problem", kind: "aspects" | "problems") =>
    [english, ...foreign].find((thing) => thing?.[filter])?.[filter] ??
      (isResolved ? resolveSubject(snapshot.subjects, kind, called) : null);
  const { mentions_service, mentions_technician } = english ?? {};
  const [aspect, problem] = [subject("aspect", "aspects"), subject("problem", "problems")];
  return [
    ...mentions_service === undefined || others.services ? [] : [{ mentions_service }],
    ...mentions_technician === undefined || others.technicians ? [] : [{ mentions_technician }],
    ...problem === null || others.problem ? [] : [{ problem }],
    ...aspect === null || others.aspect || others.sentiment
      ? []
      : (["positive", "negative"] as const).map((sentiment) => ({ aspect, sentiment })),
  ];
}

/** Key of a name: the language, and its words without the endings of that language. */
function nameKey(name: string, language: StemmedLanguage): string {
  return `${language} ${wordsIn(foldSearched(name)).map((word) => stemForms(word, language)[0]).join(" ")}`;
}

/** The words with the nearest ones for those that no text has; none if there are no nearer ones. */
function respelt({ search }: Snapshot, terms: readonly WordTerm[]): readonly (readonly WordTerm[])[] {
  let isChanged = false;
  const all = terms.flatMap(({ words }) => words);
  const corrected = terms.map((term): WordTerm => ({
    ...term,
    words: term.words.map((word, at) => {
      const asked = { ...term, words: [word], ...at < term.words.length - 1 && { mayContinue: undefined } };
      if (matchingRanks(search, { words: [asked] }).some((bits) => bits !== 0)) return word;
      const nearest = nearestWord(search, word, all.filter((other) => other !== word));
      isChanged ||= nearest !== null;
      return nearest ?? word;
    }),
  }));
  return isChanged ? [corrected] : [];
}

/** The terms that are found and tell something, and, if no review has all of them, without the most frequent ones. */
function tellingTerms({ search, reviewCount }: Snapshot, terms: readonly WordTerm[], others: Criteria) {
  const counts = terms.map((term) => ({
    term,
    count: searchIndex(search, { ...others, words: [term], limit: 0 }).matched,
  }));
  const telling = counts.filter(({ term, count }) =>
    count > 0 && count * USUAL <= reviewCount && !term.words.every((word) => EMPTY_WORDS.has(word))
  ).toSorted((a, b) => a.count - b.count).map(({ term }) => term);
  return telling.map((_, at) => terms.filter((term) => telling.slice(0, telling.length - at).includes(term)));
}
