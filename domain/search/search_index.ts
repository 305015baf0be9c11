import { foldText } from "../fold_text.ts";
import type { Review } from "../review.ts";
import { buildFacet, type Facet, facetSets } from "./facet.ts";
import { lowerBound } from "./lower_bound.ts";
import { countRanks, firstRanks, keepAnyOf, keepCommon, keepIf, rankRange } from "./rank_set.ts";
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
  readonly ratings: Facet<number>;
  /** The reviews that mention a technician, by folded name. */
  readonly technicians: Facet<string>;
  /** The reviews that mention a service, by folded id. */
  readonly services: Facet<string>;
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

// Measured on texts of 300 characters: up to here comparing them one by one takes a tenth of a
// millisecond at worst, and needs no index. At 1,000 a common word takes a third of the time by index.
const VOCABULARY_FROM = 500;

/**
 * Builds the index of reviews that are newest first; the rank of a review is its position.
 * `vocabularyFrom` is there to be varied by tests and measurements: the hits never depend on it.
 */
export function buildSearchIndex(
  reviews: readonly Review[],
  { vocabularyFrom = VOCABULARY_FROM }: { readonly vocabularyFrom?: number } = {},
): SearchIndex {
  const size = reviews.length;
  const texts = reviews.map(({ text }) => text === null ? null : foldText(text));
  return {
    size,
    days: Uint32Array.from(reviews, ({ date }) => dayNumber(date)),
    texts,
    ratings: buildFacet(size, (rank) => [reviews[rank]!.rating]),
    technicians: buildFacet(size, (rank) => reviews[rank]!.mentioned_technicians, foldText),
    services: buildFacet(size, (rank) => reviews[rank]!.mentioned_services, foldText),
    vocabularyFrom,
    words: size < vocabularyFrom ? null : buildTextIndex(texts),
  };
}

/** Finds the reviews that meet all criteria, newest first. */
export function searchIndex(index: SearchIndex, criteria: SearchCriteria): SearchHits {
  const { rating, minRating, since, until, technicians, services, query, limit } = criteria;
  const { size, ratings } = index;
  const from = until === undefined ? 0 : ranksAfter(index, until);
  const to = since === undefined ? size : ranksSince(index, since);
  const bits = rankRange(from, to, size);

  if (rating !== undefined) keepAnyOf(bits, facetSets(ratings, [rating]));
  if (minRating !== undefined) {
    const stars = [...ratings.keys()].filter((value) => value >= minRating);
    keepAnyOf(bits, facetSets(ratings, stars));
  }
  if (technicians) keepAnyOf(bits, facetSets(index.technicians, technicians.map(foldText)));
  if (services) keepAnyOf(bits, facetSets(index.services, services.map(foldText)));
  if (query !== undefined) keepContaining(index, bits, query);
  return { matched: countRanks(bits), ranks: firstRanks(bits, limit) };
}

/**
 * How many reviews are on or after the day (YYYY-MM-DD): the length of the prefix of the
 * newest-first order that ends with that day.
 */
export function ranksSince({ days }: SearchIndex, day: string): number {
  const number = dayNumber(day);
  return lowerBound(0, days.length, (rank) => days[rank]! >= number);
}

function ranksAfter({ days }: SearchIndex, day: string): number {
  const number = dayNumber(day);
  return lowerBound(0, days.length, (rank) => days[rank]! > number);
}

function keepContaining({ texts, words, vocabularyFrom, size }: SearchIndex, bits: Uint32Array, query: string): void {
  if (words && countRanks(bits) >= vocabularyFrom) {
    const candidates = findCandidates(words, query, size);
    keepCommon(bits, candidates.bits);
    if (candidates.exact) return;
  }
  keepIf(bits, (rank) => texts[rank]?.includes(query) ?? false);
}

function dayNumber(day: string): number {
  return Number(day.replaceAll("-", ""));
}
