import { counted } from "../insights/prose/wording.ts";
import sentimentWords from "../insights/sentiment/sentiment_words.json" with { type: "json" };
import { nearestWord } from "../search/nearest_word.ts";
import { matchingRanks, type SearchCriteria, searchIndex } from "../search/search_index.ts";
import type { SearchFilters } from "../search/search_filters.ts";
import { foldSearched } from "../search/searched_text.ts";
import { hasUncutLetters, wordsIn } from "../search/text_index.ts";
import { stemForms, STEMMED_LANGUAGES, type StemmedLanguage } from "../search/word_forms.ts";
import { readWordQuery, type WordTerm, writeWordQuery } from "../search/word_query.ts";
import { perSnapshot } from "../snapshot/per_snapshot.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { STOP_WORDS } from "./find_reviews.ts";
import { resolveSubject } from "./named_things.ts";

/** Another search that finds reviews, for one that finds none. */
export interface SearchHint {
  /** Replace `query` and `words`; the other filters stay. */
  readonly filters: Partial<Pick<SearchFilters, "words" | NamedFilter | "sentiment">>;
  readonly matched: number;
}

const NAMED_FILTERS = ["mentions_service", "mentions_technician", "aspect", "problem"] as const;
type NamedFilter = typeof NAMED_FILTERS[number];
type Criteria = Omit<SearchCriteria, "limit" | "after" | "sort">;

/** Maximum number of hints. */
const MOST = 4;
/** Maximum number of words of a search with hints. A longer one is a sentence, for which guesses would take long. */
const MOST_WORDS = 8;
/** Maximum number of words of a name within a search. */
const LONGEST_NAME = 3;
/** A word of more reviews than one in this many is too common for a hint. */
const COMMON = 5;

/**
 * Returns searches that find reviews, for a search whose `query` or `words` find none; at most four, the best first:
 *
 * - the letters of `query` as words
 * - the service, technician, aspect or problem that all the words name
 * - the words in the nearest spelling that reviews have
 * - those of the words that reviews have
 * - something that some of the words name
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
    ...rareTerms(snapshot, typed, others).map(asWords).filter(isFound).slice(0, 1),
    ...named({ isWhole: false }),
  ].filter(isFound);
  const distinct = new Map(hints.map((hint) => [JSON.stringify(hint.filters), hint]));
  return [...distinct.values()].slice(0, MOST);
}

/** Returns a sentence for each hint, with its filters and the number of reviews. */
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

/** Returns filters by what all the words name, or by the longest name among them, besides those that are set. */
function namedIn(
  snapshot: Snapshot,
  terms: readonly WordTerm[],
  others: Criteria,
  isWhole: boolean,
): readonly NamedFilters[] {
  const words = terms.flatMap(({ words, text }) => text === undefined ? words : [text]);
  if (isWhole) return filtersByName(snapshot, words.join(" "), others, true);
  for (let length = Math.min(words.length - 1, LONGEST_NAME); length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const parts = words.slice(at, at + length);
      const named = parts.every((part) => STOP_WORDS.has(part))
        ? []
        : filtersByName(snapshot, parts.join(" "), others, false);
      if (named.length > 0) return named;
    }
  }
  return [];
}

/** What one name may stand for: the id of a service, person, aspect or problem, by its filter. */
type NamedIds = { readonly [Kind in NamedFilter]?: string };

/** The things of a snapshot by {@linkcode nameKey} of their names. Of two things of one kind the first wins. */
const thingsByName = perSnapshot(({ business, subjects }: Snapshot): ReadonlyMap<string, NamedIds> => {
  const things = new Map<string, NamedIds>();
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

/**
 * Returns filters by the things with a name, besides those that are set. An aspect has one for each side, blame first
 * if the name is blame, such as "rude".
 *
 * @param isResolved Whether aliases with alternatives match too (see {@linkcode resolveSubject}), which takes longer.
 */
function filtersByName(
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
      : sidesOf(called).map((sentiment) => ({ aspect, sentiment })),
  ];
}

const STRENGTHS: Readonly<Record<string, number>> = sentimentWords;

function sidesOf(called: string): readonly ("positive" | "negative")[] {
  const isBlame = [called, ...wordsIn(called)].some((word) => (STRENGTHS[word] ?? 0) < 0);
  return isBlame ? ["negative", "positive"] : ["positive", "negative"];
}

/** Key of a name: the language, and the stems of its words; in scripts that do not separate words the folded name. */
function nameKey(name: string, language: StemmedLanguage): string {
  const folded = foldSearched(name);
  const words = hasUncutLetters(folded) ? [] : wordsIn(folded);
  return `${language} ${words.length === 0 ? folded : words.map((word) => stemForms(word, language)[0]).join(" ")}`;
}

/** Returns the terms with the nearest spelling of each word that no text has; empty if no word has one. */
function respelt({ search }: Snapshot, terms: readonly WordTerm[]): readonly (readonly WordTerm[])[] {
  let isChanged = false;
  const all = terms.flatMap(({ words }) => words);
  const corrected = terms.map((term): WordTerm => ({
    ...term,
    words: term.words.map((word, at) => {
      const alone = { ...term, words: [word], ...at < term.words.length - 1 && { mayContinue: undefined } };
      if (matchingRanks(search, { words: [alone] }).some((bits) => bits !== 0)) return word;
      const nearest = nearestWord(search, word, all.filter((other) => other !== word));
      isChanged ||= nearest !== null;
      return nearest ?? word;
    }),
  }));
  return isChanged ? [corrected] : [];
}

/** Returns the rare terms that reviews have: first all of them, then each time without the most frequent one. */
function rareTerms({ search, reviewCount }: Snapshot, terms: readonly WordTerm[], others: Criteria) {
  const counts = terms.map((term) => ({
    term,
    count: searchIndex(search, { ...others, words: [term], limit: 0 }).matched,
  }));
  const rare = counts.filter(({ term, count }) =>
    count > 0 && count * COMMON <= reviewCount && !term.words.every((word) => STOP_WORDS.has(word))
  ).toSorted((a, b) => a.count - b.count).map(({ term }) => term);
  return rare.map((_, at) => terms.filter((term) => rare.slice(0, rare.length - at).includes(term)));
}
