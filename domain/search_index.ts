import { foldText } from "./fold_text.ts";
import {
  countRanks,
  firstRanks,
  keepAnyOf,
  keepCommon,
  keepIf,
  packRanks,
  rankRange,
  type RankSet,
} from "./rank_set.ts";
import type { Review } from "./review.ts";
import { buildTextIndex, findCandidates, type TextIndex } from "./text_index.ts";

/**
 * What a search asks, made from the reviews once. Plain data: `structuredClone` and `postMessage`
 * carry it between workers.
 */
export interface SearchIndex {
  /** How many reviews there are; their ranks are 0 (the newest) to size - 1. */
  readonly size: number;
  /** The day of each review as the number YYYYMMDD, descending. */
  readonly days: Uint32Array;
  /** The folded text of each review, or null. */
  readonly texts: readonly (string | null)[];
  /** The reviews with so many stars. */
  readonly ratings: ReadonlyMap<number, RankSet>;
  /** The reviews that mention a technician, by folded name. */
  readonly technicians: ReadonlyMap<string, RankSet>;
  /** The reviews that mention a service, by folded id. */
  readonly services: ReadonlyMap<string, RankSet>;
  /** From how many candidates on the words are asked; fewer are compared one by one. */
  readonly vocabularyFrom: number;
  /** The words; null when there are too few reviews to ask them. */
  readonly words: TextIndex | null;
}

/**
 * What the hits must be like. All that is given must hold. Technicians and services are the names
 * and ids that stand in the reviews; they are compared folded.
 */
export interface SearchCriteria {
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; need not be whole. */
  readonly minRating?: number | undefined;
  /** On or after this day, YYYY-MM-DD. */
  readonly since?: string | undefined;
  /** On or before this day, YYYY-MM-DD. */
  readonly until?: string | undefined;
  /** What the folded text contains; folded by `foldText` and not empty. */
  readonly query?: string | undefined;
  /** The review mentions one of these at least. */
  readonly technicians?: readonly string[] | undefined;
  /** The review mentions one of these at least. */
  readonly services?: readonly string[] | undefined;
  /** How many ranks to return at the most. */
  readonly limit: number;
}

/** What a search found. */
export interface SearchHits {
  /** How many reviews meet the criteria, whatever the limit. */
  readonly matched: number;
  /** The first of them, newest first. */
  readonly ranks: readonly number[];
}

const VOCABULARY_FROM = 1000;

/**
 * Builds the index of reviews that are newest first; the rank of a review is its position.
 * `vocabularyFrom` is there to be varied by tests and measurements: the hits never depend on it.
 */
export function buildSearchIndex(
  reviews: readonly Review[],
  { vocabularyFrom = VOCABULARY_FROM }: { readonly vocabularyFrom?: number } = {},
): SearchIndex {
  const texts = reviews.map(({ text }) => text === null ? null : foldText(text));
  return {
    size: reviews.length,
    days: Uint32Array.from(reviews, ({ date }) => dayNumber(date)),
    texts,
    ratings: ranksBy(reviews, ({ rating }) => [rating], (rating) => rating),
    technicians: ranksBy(
      reviews,
      (review) => review.mentioned_technicians,
      foldText,
    ),
    services: ranksBy(reviews, (review) => review.mentioned_services, foldText),
    vocabularyFrom,
    words: reviews.length < vocabularyFrom ? null : buildTextIndex(texts),
  };
}

/** Finds the reviews that meet all criteria, newest first. */
export function searchIndex(
  index: SearchIndex,
  criteria: SearchCriteria,
): SearchHits {
  const {
    rating,
    minRating,
    since,
    until,
    query,
    technicians,
    services,
    limit,
  } = criteria;
  const { size, ratings } = index;
  const from = until === undefined ? 0 : ranksBefore(index.days, dayNumber(until));
  const to = since === undefined ? size : ranksSince(index, since);
  const bits = rankRange(from, to, size);
  if (rating !== undefined) keepAnyOf(bits, setsOf(ratings, [rating]));
  if (minRating !== undefined) {
    keepAnyOf(
      bits,
      setsOf(
        ratings,
        [...ratings.keys()].filter((stars) => stars >= minRating),
      ),
    );
  }
  if (technicians) {
    keepAnyOf(bits, setsOf(index.technicians, technicians.map(foldText)));
  }
  if (services) keepAnyOf(bits, setsOf(index.services, services.map(foldText)));
  if (query !== undefined) keepContaining(index, bits, query);
  return { matched: countRanks(bits), ranks: firstRanks(bits, limit) };
}

/**
 * How many reviews are on or after the day (YYYY-MM-DD): the length of the prefix of the
 * newest-first order that ends with that day.
 */
export function ranksSince(index: SearchIndex, day: string): number {
  return ranksBefore(index.days, dayNumber(day) - 1);
}

function keepContaining(
  { texts, words, vocabularyFrom, size }: SearchIndex,
  bits: Uint32Array,
  query: string,
): void {
  if (words && countRanks(bits) >= vocabularyFrom) {
    const candidates = findCandidates(words, query, size);
    if (candidates) keepCommon(bits, candidates.bits);
    if (candidates?.exact) return;
  }
  keepIf(bits, (rank) => texts[rank]?.includes(query) ?? false);
}

function ranksBy<K>(
  reviews: readonly Review[],
  valuesOf: (review: Review) => readonly K[],
  keyOf: (value: K) => K,
): Map<K, RankSet> {
  // Few distinct values stand in many reviews: each is folded once.
  const listOf = new Map<K, number[]>();
  const lists = new Map<K, number[]>();
  for (let rank = 0; rank < reviews.length; rank++) {
    for (const value of valuesOf(reviews[rank]!)) {
      let list = listOf.get(value);
      if (!list) {
        const key = keyOf(value);
        list = lists.get(key) ?? [];
        lists.set(key, list);
        listOf.set(value, list);
      }
      if (list.at(-1) !== rank) list.push(rank);
    }
  }
  return new Map(
    [...lists].map(([key, ranks]) => [key, packRanks(ranks, reviews.length)]),
  );
}

function setsOf<K>(
  sets: ReadonlyMap<K, RankSet>,
  keys: readonly K[],
): RankSet[] {
  return keys.flatMap((key) => sets.get(key) ?? []);
}

function ranksBefore(days: Uint32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (days[middle]! > day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function dayNumber(day: string): number {
  return Number(day.replaceAll("-", ""));
}
