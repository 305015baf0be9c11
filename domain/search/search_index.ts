import type { ReviewAnalysis } from "../documents/insights_document.ts";
import { foldText } from "../normalize_text.ts";
import type { Sentiment } from "../insights/sentiment/review_score.ts";
import type { Review } from "../review.ts";
import { helpfulness, helpfulOrder } from "./helpful_order.ts";
import { foldSearched } from "./query_phrases.ts";
import { keepTextsWith, type TextIndex, textIndexBuilder } from "./text_index.ts";
import { lowerBound } from "./lower_bound.ts";
import { countRanks, firstRanks, hasRank, keepCommon, rankRange } from "./rank_set.ts";
import { FACET_NAMES, facetKey, type FacetName, type FacetValue, REVIEW_FACETS } from "./review_facets.ts";

/** The search index of one snapshot. Plain data, so that it can be cloned and posted between workers. */
export interface SearchIndex {
  /** Number of reviews; ranks are 0 (the newest) to size - 1. */
  readonly size: number;
  /** The date of each review as the number YYYYMMDD, descending. */
  readonly days: Uint32Array;
  /** Ranks by rating. */
  readonly ratings: Facet<number>;
  /** All ranks, the most helpful review first (see `helpfulOrder`). */
  readonly helpful: Uint32Array;
  /** Ranks by mentioned technician, folded name. */
  readonly technicians: Facet<string>;
  /** Ranks by mentioned service, folded id. */
  readonly services: Facet<string>;
  /** Ranks by the facets of {@linkcode REVIEW_FACETS}. */
  readonly facets: Readonly<Record<FacetName, Facet<string>>>;
  /** Ranks by finding of the analysis (see `findingKeys`). */
  readonly findings: Facet<string>;
  /** The folded texts. */
  readonly texts: TextIndex;
}

/** Orders of the found reviews. Among equal ratings the newest comes first. */
export const SORTS = ["newest", "helpful", "oldest", "highest", "lowest"] as const;

/**
 * Search criteria, combined with AND. Technicians and services are names and ids as they occur in reviews, compared
 * folded.
 */
export interface SearchCriteria extends Readonly<Partial<Record<FacetName, FacetValue | undefined>>> {
  /** Exactly this many stars. */
  readonly rating?: number | undefined;
  /** At least this many stars; may be fractional. */
  readonly minRating?: number | undefined;
  /** At most this many stars; may be fractional. */
  readonly maxRating?: number | undefined;
  /** On or after this day, YYYY-MM-DD. */
  readonly since?: string | undefined;
  /** On or before this day, YYYY-MM-DD. */
  readonly until?: string | undefined;
  /** Substrings of the folded text, all of which it has (see `queryPhrases`). */
  readonly query?: readonly string[] | undefined;
  /** The review mentions at least one of these names. */
  readonly technicians?: readonly string[] | undefined;
  /** The review mentions at least one of these ids. */
  readonly services?: readonly string[] | undefined;
  /** The review mentions the aspect with this id. */
  readonly aspect?: string | undefined;
  /** Sentiment of the whole review; with `aspect`, sentiment towards that aspect. */
  readonly sentiment?: Sentiment | undefined;
  /** The review mentions the problem with this id. */
  readonly problem?: string | undefined;
  /** The review mentions the service area with this id. */
  readonly serviceArea?: string | undefined;
  /** The review has the topic with this id. */
  readonly topic?: string | undefined;
  /** Order of the found reviews; the newest first by default. */
  readonly sort?: typeof SORTS[number] | undefined;
  /** The first rank to return, in this order; those before it are only counted. */
  readonly from?: number | undefined;
  /** Maximum number of ranks to return. */
  readonly limit: number;
}

/**
 * Creates the builder of an index. It takes review by review, so that not all of them have to be in memory at once.
 */
export function searchIndexBuilder() {
  const days: number[] = [];
  const ratings = facetBuilder<number>();
  const scores: number[] = [];
  let newest: string | null = null;
  const technicians = facetBuilder(foldText);
  const services = facetBuilder(foldText);
  const facets = FACET_NAMES.map((name) => [name, facetBuilder(facetKey)] as const);
  const findings = facetBuilder<string>();
  const texts = textIndexBuilder();
  return {
    /** Adds the next review. Reviews must be added newest first; the rank of a review is its position. */
    add(review: Review, analysis: ReviewAnalysis | null): void {
      const { date, rating, text, mentioned_technicians, mentioned_services } = review;
      days.push(dayNumber(date));
      ratings.add([rating]);
      newest ??= date;
      scores.push(helpfulness(review, newest));
      technicians.add(mentioned_technicians);
      services.add(mentioned_services);
      for (const [name, builder] of facets) {
        const value = REVIEW_FACETS[name].valueOf(review);
        builder.add(value === null ? [] : [String(value)]);
      }
      findings.add(findingKeys(analysis));
      texts.add(text === null ? null : foldSearched(text));
    },
    finish(): SearchIndex {
      const byRating = ratings.finish();
      return {
        size: days.length,
        days: Uint32Array.from(days),
        ratings: byRating,
        helpful: helpfulOrder(byRating.values(), scores),
        technicians: technicians.finish(),
        services: services.finish(),
        facets: Object.fromEntries(facets.map(([name, builder]) => [name, builder.finish()])) as SearchIndex["facets"],
        findings: findings.finish(),
        texts: texts.finish(),
      };
    },
  };
}

/**
 * Finds the reviews that meet all criteria. Expects folded phrases.
 *
 * @returns The number of all matches, the ranks of at most `limit` from `from` on, and the rank after these or null.
 */
export function searchIndex(index: SearchIndex, criteria: SearchCriteria) {
  const { limit } = criteria;
  const bits = matchingRanks(index, criteria);
  const ranks = sortedRanks(index, bits, limit + 1, criteria);
  return { matched: countRanks(bits), ranks: ranks.slice(0, limit), next: ranks[limit] ?? null };
}

/** Bitset of the ranks that meet all criteria; see {@linkcode searchIndex}. */
export function matchingRanks(index: SearchIndex, criteria: Partial<SearchCriteria>): Uint32Array {
  const { rating, minRating = 1, maxRating = 5, since, until, technicians, services, query } = criteria;
  const { size, ratings } = index;
  const from = until === undefined ? 0 : ranksAfter(index, until);
  const to = since === undefined ? size : ranksSince(index, since);
  const bits = rankRange(from, to, size);

  if (rating !== undefined) keepAnyOf(bits, ratings, [rating]);
  if (minRating > 1 || maxRating < 5) {
    keepAnyOf(bits, ratings, [...ratings.keys()].filter((value) => value >= minRating && value <= maxRating));
  }
  if (technicians) keepAnyOf(bits, index.technicians, technicians.map(foldText));
  if (services) keepAnyOf(bits, index.services, services.map(foldText));
  for (const name of FACET_NAMES) {
    const value = criteria[name];
    if (value !== undefined) keepAnyOf(bits, index.facets[name], [facetKey(value)]);
  }
  for (const keys of wantedFindings(criteria)) keepAnyOf(bits, index.findings, keys);
  for (const phrase of query ?? []) keepTextsWith(index.texts, bits, phrase);
  return bits;
}

function sortedRanks(
  { ratings, helpful, size }: SearchIndex,
  bits: Uint32Array,
  limit: number,
  { sort = "newest", from }: SearchCriteria,
): readonly number[] {
  if (sort === "newest") return firstRanks(bits, limit, from);
  const ranks: number[] = [];
  if (sort === "oldest") {
    for (let rank = from ?? size - 1; rank >= 0 && ranks.length < limit; rank--) {
      if (hasRank(bits, rank)) ranks.push(rank);
    }
    return ranks;
  }
  let isBegun = from === undefined;
  const groups = sort === "helpful"
    ? [helpful]
    : [...ratings].sort(([a], [b]) => sort === "highest" ? b - a : a - b).map(([, ranks]) => ranks);
  for (const group of groups) {
    for (const rank of group) {
      isBegun ||= rank === from;
      if (isBegun && hasRank(bits, rank)) ranks.push(rank);
      if (ranks.length === limit) return ranks;
    }
  }
  return ranks;
}

const SENTIMENTS: readonly Sentiment[] = ["positive", "neutral", "negative"];

function findingKeys(analysis: ReviewAnalysis | null): readonly string[] {
  if (analysis === null) return [];
  const { sentiment, aspects, problems, service_areas, topics } = analysis;
  return [
    ...sentiment === null ? [] : [sentiment],
    ...aspects.map(({ id, sentiment }) => aspectKey(id, sentiment)),
    ...problems.map(problemKey),
    ...service_areas.map(areaKey),
    ...topics.map(topicKey),
  ];
}

/** Returns a list of facet keys for each criterion on findings. A review must have at least one key of each list. */
function wantedFindings(
  { aspect, sentiment, problem, serviceArea, topic }: Partial<SearchCriteria>,
): readonly (readonly string[])[] {
  const said = sentiment === undefined ? SENTIMENTS : [sentiment];
  return [
    ...aspect === undefined ? [] : [said.map((sentiment) => aspectKey(aspect, sentiment))],
    ...aspect !== undefined || sentiment === undefined ? [] : [[sentiment]],
    ...problem === undefined ? [] : [[problemKey(problem)]],
    ...serviceArea === undefined ? [] : [[areaKey(serviceArea)]],
    ...topic === undefined ? [] : [[topicKey(topic)]],
  ];
}

function aspectKey(aspect: string, sentiment: Sentiment): string {
  return `aspect ${sentiment} ${aspect}`;
}

function areaKey(area: string): string {
  return `area ${area}`;
}

function topicKey(topic: string): string {
  return `topic ${topic}`;
}

function problemKey(problem: string): string {
  return `problem ${problem}`;
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

/** An inverted index: for each value of one property the ranks of the reviews that have it, ascending. Plain data. */
type Facet<K> = ReadonlyMap<K, Uint32Array>;

/** `fold` maps values that count as equal to the same value. */
function facetBuilder<K>(fold: (value: K) => K = (value) => value) {
  const lists = new Map<K, number[]>();
  // Few distinct values occur in many reviews.
  const folded = new Map<K, K>();
  let size = 0;
  return {
    /** Adds the values of the next rank, which may contain duplicates. */
    add(values: readonly K[]): void {
      const rank = size++;
      for (const value of values) {
        const key = folded.get(value) ?? fold(value);
        folded.set(value, key);
        const list = lists.get(key) ?? [];
        lists.set(key, list);
        if (list.at(-1) !== rank) list.push(rank);
      }
    },
    finish: (): Facet<K> => new Map([...lists].map(([key, ranks]) => [key, Uint32Array.from(ranks)])),
  };
}

/** Intersects a bitset, in place, with the reviews that have one of these values. */
function keepAnyOf<K>(bits: Uint32Array, facet: Facet<K>, values: Iterable<K>): void {
  const union = new Uint32Array(bits.length);
  for (const value of values) {
    const ranks = facet.get(value) ?? [];
    for (let at = 0; at < ranks.length; at++) union[ranks[at]! >>> 5]! |= 1 << (ranks[at]! & 31);
  }
  keepCommon(bits, union);
}
