import { foldText } from "../fold_text.ts";
import type { Review } from "../review.ts";
import { type Facet, facetBuilder, facetSets } from "./facet.ts";
import { lowerBound } from "./lower_bound.ts";
import { countRanks, firstRanks, keepAnyOf, rankRange } from "./rank_set.ts";
import { buildTextIndex, keepTextsWith, type TextIndex } from "./text_index.ts";
import { appendText, createTokenStream, finishTokenStream } from "./token_stream.ts";

/** The search index of one snapshot. Plain data, so that it can be cloned and posted between workers. */
export interface SearchIndex {
  /** Number of reviews; ranks are 0 (the newest) to size - 1. */
  readonly size: number;
  /** The date of each review as the number YYYYMMDD, descending. */
  readonly days: Uint32Array;
  /** Ranks by rating. */
  readonly ratings: Facet<number>;
  /** Ranks by mentioned technician, folded name. */
  readonly technicians: Facet<string>;
  /** Ranks by mentioned service, folded id. */
  readonly services: Facet<string>;
  /** The folded texts. */
  readonly texts: TextIndex;
}

/** What the index knows of a review. */
export type IndexedReview = Pick<
  Review,
  "date" | "rating" | "text" | "mentioned_technicians" | "mentioned_services"
>;

/** Builds an index review by review, so that not all of them have to be in memory at once. */
export interface SearchIndexBuilder {
  /** Adds the next review; they are added newest first, and the rank of a review is its position. */
  readonly add: (review: IndexedReview) => void;
  readonly finish: () => SearchIndex;
}

/**
 * Search criteria, combined with AND. Technicians and services are names and ids as they occur in reviews, compared
 * folded.
 */
export interface SearchCriteria {
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; may be fractional. */
  readonly minRating?: number | undefined;
  /** On or after this day, YYYY-MM-DD. */
  readonly since?: string | undefined;
  /** On or before this day, YYYY-MM-DD. */
  readonly until?: string | undefined;
  /** Substring of the folded text; folded with `foldText` and not empty. */
  readonly query?: string | undefined;
  /** The review mentions at least one of these names. */
  readonly technicians?: readonly string[] | undefined;
  /** The review mentions at least one of these ids. */
  readonly services?: readonly string[] | undefined;
  /** Maximum number of ranks to return. */
  readonly limit: number;
}

/** The result of a search. */
export interface SearchHits {
  /** Number of reviews that meet the criteria, independent of the limit. */
  readonly matched: number;
  /** Ranks of the newest ones, newest first. */
  readonly ranks: readonly number[];
}

/** Creates the builder of an index without reviews. */
export function searchIndexBuilder(): SearchIndexBuilder {
  const days: number[] = [];
  const ratings = facetBuilder<number>();
  const technicians = facetBuilder(foldText);
  const services = facetBuilder(foldText);
  const texts = createTokenStream();
  return {
    add({ date, rating, text, mentioned_technicians, mentioned_services }) {
      days.push(dayNumber(date));
      ratings.add([rating]);
      technicians.add(mentioned_technicians);
      services.add(mentioned_services);
      appendText(texts, text === null ? null : foldText(text));
    },
    finish: () => ({
      size: days.length,
      days: Uint32Array.from(days),
      ratings: ratings.finish(),
      technicians: technicians.finish(),
      services: services.finish(),
      texts: buildTextIndex(finishTokenStream(texts)),
    }),
  };
}

/** Builds the index of reviews that are sorted newest first. */
export function buildSearchIndex(reviews: Iterable<IndexedReview>): SearchIndex {
  const builder = searchIndexBuilder();
  for (const review of reviews) builder.add(review);
  return builder.finish();
}

/**
 * Finds the reviews that meet all criteria, newest first. Expects a folded query.
 *
 * @param comparedBelow See `keepTextsWith`; for tests.
 */
export function searchIndex(index: SearchIndex, criteria: SearchCriteria, comparedBelow?: number): SearchHits {
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
  if (query !== undefined) keepTextsWith(index.texts, bits, query, comparedBelow);
  return { matched: countRanks(bits), ranks: firstRanks(bits, limit) };
}

/** Number of reviews on or after a day (YYYY-MM-DD): the length of that prefix of the newest-first order. */
export function ranksSince({ days }: SearchIndex, day: string): number {
  const number = dayNumber(day);
  return lowerBound(0, days.length, (rank) => days[rank]! >= number);
}

function ranksAfter({ days }: SearchIndex, day: string): number {
  const number = dayNumber(day);
  return lowerBound(0, days.length, (rank) => days[rank]! > number);
}

function dayNumber(day: string): number {
  return Number(day.replaceAll("-", ""));
}
