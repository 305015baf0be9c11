import type { ReviewAnalysis } from "../documents/insights_document.ts";
import { foldText } from "../normalize_text.ts";
import type { Sentiment } from "../insights/sentiment/review_score.ts";
import type { Review } from "../review.ts";
import { helpfulness, helpfulOrder } from "./helpful_order.ts";
import { foldSearched } from "./searched_text.ts";
import { keepTextsWith, type TextIndex, textIndexBuilder } from "./text_index.ts";
import { lowerBound } from "./lower_bound.ts";
import { countRanks, firstRanks, hasRank, keepCommon, rankRange } from "./rank_set.ts";
import { FACET_NAMES, facetKey, type FacetName, type FacetValue, REVIEW_FACETS } from "./review_facets.ts";
import { STEMMED_LANGUAGES } from "./word_forms.ts";
import { buildWordIndex, type WordIndex, type WordLevel } from "./word_index.ts";
import type { WordTerm } from "./word_query.ts";
import { keepTextsWithWords } from "./word_search.ts";

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
  /** Their words by spelling and stem. */
  readonly words: WordIndex;
}

/** Orders of the found reviews. Among equals the newest comes first. */
export const SORTS = ["newest", "helpful", "oldest", "highest", "lowest", "relevance"] as const;

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
  /** Substring of the folded text (see `foldSearched`). */
  readonly query?: string | undefined;
  /** The text has all of them (see `readWordQuery`). */
  readonly words?: readonly WordTerm[] | undefined;
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
  /** Return only ranks after this place in the order; those before it are only counted. */
  readonly after?: SearchPlace | undefined;
  /** Maximum number of ranks to return. */
  readonly limit: number;
}

/** The place of a review in the order of a search, whether or not it is still there. */
export interface SearchPlace {
  /** Its score in this order (see {@linkcode searchIndex}). */
  readonly score: number;
  /** Number of reviews before it in newest-first order. */
  readonly newer: number;
  /** The same, with itself if it is still there. */
  readonly notOlder: number;
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
      const facetsByName = Object.fromEntries(facets.map(([name, builder]) => [name, builder.finish()]));
      const byToken = texts.finish();
      return {
        size: days.length,
        days: Uint32Array.from(days),
        ratings: byRating,
        helpful: helpfulOrder(byRating.values(), scores),
        technicians: technicians.finish(),
        services: services.finish(),
        facets: facetsByName as SearchIndex["facets"],
        findings: findings.finish(),
        texts: byToken,
        words: buildWordIndex(byToken, languageNumbers(facetsByName["language"]!, days.length)),
      };
    },
  };
}

function languageNumbers(languages: Facet<string>, size: number): Uint8Array {
  const numbers = new Uint8Array(size);
  STEMMED_LANGUAGES.forEach((language, at) => {
    for (const rank of languages.get(language) ?? []) numbers[rank] = at + 1;
  });
  return numbers;
}

/**
 * Finds the reviews that meet all criteria. Expects folded texts.
 *
 * @returns The number of all matches, the ranks of at most `limit` after `after` with their scores, and whether more
 * follow. Scores ascend: stars as the order wants them, the {@linkcode WordLevel} for `relevance`, the share of the
 * list for `helpful`, 0 for the others.
 */
export function searchIndex(index: SearchIndex, criteria: SearchCriteria) {
  const { limit } = criteria;
  const bits = matchingRanks(index, criteria);
  const found = sortedRanks(index, bits, limit + 1, criteria);
  const shown = found.slice(0, limit);
  return {
    matched: countRanks(bits),
    ranks: shown.map(([rank]) => rank),
    scores: shown.map(([, score]) => score),
    hasMore: found.length > limit,
  };
}

/** Bitset of the ranks that meet all criteria; see {@linkcode searchIndex}. */
export function matchingRanks(index: SearchIndex, criteria: Partial<SearchCriteria>): Uint32Array {
  const { rating, minRating = 1, maxRating = 5, since, until, technicians, services, query, words } = criteria;
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
  if (query !== undefined) keepTextsWith(index.texts, bits, query);
  if (words !== undefined) keepTextsWithWords(index, bits, words, 2);
  return bits;
}

type Scored = readonly [rank: number, score: number];

function sortedRanks(
  index: SearchIndex,
  bits: Uint32Array,
  limit: number,
  criteria: SearchCriteria,
): readonly Scored[] {
  const { sort = "newest", after } = criteria;
  const found: Scored[] = [];
  if (sort === "oldest") {
    for (let rank = (after?.newer ?? index.size) - 1; rank >= 0 && found.length < limit; rank--) {
      if (hasRank(bits, rank)) found.push([rank, 0]);
    }
    return found;
  }
  if (sort === "helpful") {
    const { helpful, size } = index;
    for (let at = after === undefined ? 0 : helpfulPlace(index, after); at < size && found.length < limit; at++) {
      if (hasRank(bits, helpful[at]!)) found.push([helpful[at]!, (at + 1) / size]);
    }
    return found;
  }
  for (const [score, group] of scoreGroups(index, bits, sort, criteria)) {
    if (found.length === limit || score < (after?.score ?? 0)) continue;
    const from = score === after?.score ? after.notOlder : 0;
    for (const rank of firstRanks(group, limit - found.length, from)) found.push([rank, score]);
  }
  return found;
}

/** Index in the order of helpfulness after a review; about that index if the review is gone. */
function helpfulPlace({ helpful, size }: SearchIndex, { score, newer, notOlder }: SearchPlace): number {
  return newer < notOlder ? helpful.indexOf(newer) + 1 : Math.floor(score * size);
}

/** Divides the found reviews into groups of one score, in their order. */
function scoreGroups(
  index: SearchIndex,
  bits: Uint32Array,
  sort: "newest" | "highest" | "lowest" | "relevance",
  { words }: SearchCriteria,
): readonly (readonly [score: number, group: Uint32Array])[] {
  if (sort === "newest" || sort === "relevance" && words === undefined) return [[0, bits]];
  if (sort === "relevance") {
    const left = bits.slice();
    return ([0, 1, 2] as const).map((level: WordLevel) => {
      const group = left.slice();
      if (level < 2) keepTextsWithWords(index, group, words!, level);
      for (let at = 0; at < left.length; at++) left[at]! &= ~group[at]!;
      return [level, group] as const;
    });
  }
  return [1, 2, 3, 4, 5].map((score) => {
    const group = bits.slice();
    keepAnyOf(group, index.ratings, [sort === "lowest" ? score : 6 - score]);
    return [score, group] as const;
  });
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
  const sentiments = sentiment === undefined ? SENTIMENTS : [sentiment];
  return [
    ...aspect === undefined ? [] : [sentiments.map((sentiment) => aspectKey(aspect, sentiment))],
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
