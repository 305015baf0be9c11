import type { ReviewAnalysis } from "../documents/insights_document.ts";
import { foldText } from "../fold_text.ts";
import type { Sentiment } from "../insights/sentiment/review_score.ts";
import type { Review } from "../review.ts";
import { buildFacet, type Facet, facetSets } from "./facet.ts";
import { lowerBound } from "./lower_bound.ts";
import { countRanks, firstRanks, keepAnyOf, keepCommon, keepIf, rankRange } from "./rank_set.ts";
import { buildTextIndex, findCandidates, type TextIndex } from "./text_index.ts";

/** The search index of one snapshot. Plain data, so that it can be cloned and posted between workers. */
export interface SearchIndex {
  /** Number of reviews; ranks are 0 (the newest) to size - 1. */
  readonly size: number;
  /** The date of each review as the number YYYYMMDD, descending. */
  readonly days: Uint32Array;
  /** The folded text of each review, or null. */
  readonly texts: readonly (string | null)[];
  /** Ranks by rating. */
  readonly ratings: Facet<number>;
  /** Ranks by mentioned technician, folded name. */
  readonly technicians: Facet<string>;
  /** Ranks by mentioned service, folded id. */
  readonly services: Facet<string>;
  /** Ranks by what the analysis found: the keys of `findingKeys`. */
  readonly findings: Facet<string>;
  /** The text index is used from this many candidates on; fewer are compared one by one. */
  readonly vocabularyFrom: number;
  /** The text index; null if there are too few reviews to use it. */
  readonly words: TextIndex | null;
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
  /** At most this many stars; may be fractional. */
  readonly maxRating?: number | undefined;
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
  /** The review speaks of the aspect with this id. */
  readonly aspect?: string | undefined;
  /** Sentiment of the whole review; with `aspect`, of what it says of that aspect. */
  readonly sentiment?: Sentiment | undefined;
  /** The review speaks of the problem with this id. */
  readonly problem?: string | undefined;
  /** The first rank to return; those before it are only counted. */
  readonly from?: number | undefined;
  /** Maximum number of ranks to return. */
  readonly limit: number;
}

/** The result of a search. */
export interface SearchHits {
  /** Number of reviews that meet the criteria, independent of the limit. */
  readonly matched: number;
  /** Ranks of the newest ones, newest first. */
  readonly ranks: readonly number[];
  /** The newest rank after these that meets the criteria; null if there is none. */
  readonly next: number | null;
}

// Measured on texts of 300 characters: comparing 500 one by one takes a tenth of a millisecond at worst, so no index is
// needed. At 1,000 a common word takes a third of the time with the index.
const VOCABULARY_FROM = 500;

/**
 * Builds the index of reviews that are sorted newest first; the rank of a review is its position.
 *
 * @param options `analysisOf` gives what the analysis found in the review of a rank, or null; `vocabularyFrom` is for
 * tests and measurements; hits do not depend on it.
 */
export function buildSearchIndex(
  reviews: readonly Review[],
  { analysisOf = () => null, vocabularyFrom = VOCABULARY_FROM }: {
    readonly analysisOf?: (rank: number) => ReviewAnalysis | null;
    readonly vocabularyFrom?: number;
  } = {},
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
    findings: buildFacet(size, (rank) => findingKeys(analysisOf(rank))),
    vocabularyFrom,
    words: size < vocabularyFrom ? null : buildTextIndex(texts),
  };
}

/** Finds the reviews that meet all criteria, newest first. Expects a folded query. */
export function searchIndex(index: SearchIndex, criteria: SearchCriteria): SearchHits {
  const { rating, minRating = 1, maxRating = 5, since, until, technicians, services, query, limit } = criteria;
  const { size, ratings } = index;
  const from = until === undefined ? 0 : ranksAfter(index, until);
  const to = since === undefined ? size : ranksSince(index, since);
  const bits = rankRange(from, to, size);

  if (rating !== undefined) keepAnyOf(bits, facetSets(ratings, [rating]));
  if (minRating > 1 || maxRating < 5) {
    const stars = [...ratings.keys()].filter((value) => value >= minRating && value <= maxRating);
    keepAnyOf(bits, facetSets(ratings, stars));
  }
  if (technicians) keepAnyOf(bits, facetSets(index.technicians, technicians.map(foldText)));
  if (services) keepAnyOf(bits, facetSets(index.services, services.map(foldText)));
  for (const keys of wantedFindings(criteria)) keepAnyOf(bits, facetSets(index.findings, keys));
  if (query !== undefined) keepContaining(index, bits, query);
  const ranks = firstRanks(bits, limit + 1, criteria.from);
  return { matched: countRanks(bits), ranks: ranks.slice(0, limit), next: ranks[limit] ?? null };
}

const SENTIMENTS: readonly Sentiment[] = ["positive", "neutral", "negative"];

/** The keys of a review in the facet `findings`. */
function findingKeys(analysis: ReviewAnalysis | null): readonly string[] {
  if (analysis === null) return [];
  const { sentiment, aspects, problems } = analysis;
  return [
    ...sentiment === null ? [] : [sentiment],
    ...aspects.map(({ id, sentiment }) => aspectKey(id, sentiment)),
    ...problems.map(problemKey),
  ];
}

/** For each criterion on findings the keys of which a review needs one. */
function wantedFindings({ aspect, sentiment, problem }: SearchCriteria): readonly (readonly string[])[] {
  const said = sentiment === undefined ? SENTIMENTS : [sentiment];
  return [
    ...aspect === undefined ? [] : [said.map((sentiment) => aspectKey(aspect, sentiment))],
    ...aspect !== undefined || sentiment === undefined ? [] : [[sentiment]],
    ...problem === undefined ? [] : [[problemKey(problem)]],
  ];
}

function aspectKey(aspect: string, sentiment: Sentiment): string {
  return `aspect ${sentiment} ${aspect}`;
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
