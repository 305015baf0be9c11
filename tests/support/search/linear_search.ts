import type { ReviewAnalysis } from "../../../domain/documents/insights_document.ts";
import type { Review } from "../../../domain/review.ts";
import {
  type SearchCriteria,
  type SearchIndex,
  searchIndex,
  searchIndexBuilder,
} from "../../../domain/search/search_index.ts";
import assert from "node:assert/strict";
import { languageOf } from "../../../domain/insights/text/language_of.ts";
import { foldText } from "../../../domain/normalize_text.ts";
import { helpfulness } from "../../../domain/search/helpful_order.ts";
import { foldSearched } from "../../../domain/search/searched_text.ts";

/** Builds the index of reviews that are sorted newest first. */
export function buildSearchIndex(reviews: readonly Review[], analyses: Analyses = {}): SearchIndex {
  const builder = searchIndexBuilder();
  for (const review of reviews) builder.add(review, analyses[review.id] ?? null);
  return builder.finish();
}

/** Asserts that a search finds the same as a linear search. */
export function checkSearch(reviews: readonly Review[], criteria: SearchCriteria, analyses: Analyses = {}): void {
  const expected = linearSearch(reviews, criteria, analyses);
  const { limit } = criteria;
  const index = buildSearchIndex(reviews, analyses);
  const whole = searchIndex(index, { ...criteria, limit: reviews.length + 1 });
  assert.deepEqual(
    [whole.matched, whole.ranks, whole.hasMore],
    [expected.length, expected, false],
    JSON.stringify(criteria),
  );
  // Each page begins after the last review of the one before.
  const found: number[] = [];
  let after: SearchCriteria["after"] = undefined;
  while (true) {
    const { matched, ranks, scores, hasMore } = searchIndex(index, { ...criteria, after });
    assert.equal(matched, expected.length);
    found.push(...ranks);
    assert.equal(hasMore, found.length < expected.length);
    if (!hasMore) break;
    assert.equal(ranks.length, limit);
    after = { score: scores.at(-1)!, newer: ranks.at(-1)!, notOlder: ranks.at(-1)! + 1 };
  }
  assert.deepEqual(found, expected, JSON.stringify(criteria));
}

/** The analysis of a review by its id; empty for most tests. */
export type Analyses = Readonly<Record<string, ReviewAnalysis>>;

/**
 * The ranks of the reviews that meet the criteria, by linear search and in order, whatever the page: the reference for
 * the index.
 */
export function linearSearch(
  reviews: readonly Review[],
  criteria: SearchCriteria,
  analyses: Analyses = {},
): number[] {
  const { rating, minRating, maxRating, since, until, query, technicians, services } = criteria;
  const names = technicians?.map(foldText);
  const ids = services?.map(foldText);
  const { source, replied, language, verified, has_photos: hasPhotos, has_text: hasText } = criteria;
  return reviews.flatMap((review, rank) =>
    (rating === undefined || review.rating === rating) &&
      (minRating === undefined || review.rating >= minRating) &&
      (maxRating === undefined || review.rating <= maxRating) &&
      (since === undefined || review.date >= since) &&
      (until === undefined || review.date <= until) &&
      (query === undefined ||
        (review.text !== null && foldSearched(review.text ?? "").includes(query))) &&
      (names === undefined || review.mentioned_technicians.some((name) => names.includes(foldText(name)))) &&
      (ids === undefined || review.mentioned_services.some((id) => ids.includes(foldText(id)))) &&
      (source === undefined || foldText(review.source) === foldText(String(source))) &&
      (replied === undefined || (review.owner_reply !== null) === replied) &&
      (hasText === undefined || (review.text !== null) === hasText) &&
      (verified === undefined || review.verified === verified) &&
      (hasPhotos === undefined || (review.attributes?.photos !== undefined) === hasPhotos) &&
      (language === undefined || review.text !== null && languageOf(review.text) === String(language).toLowerCase()) &&
      isFoundIn(analyses[review.id], criteria)
      ? [rank]
      : []
  ).sort(orderOf(reviews, criteria));
}

/** Compares two ranks in the order of a search; a rank that no review has comes last. */
function orderOf(reviews: readonly Review[], { sort }: SearchCriteria): (a: number, b: number) => number {
  if (sort === "helpful") {
    // The definition of the order, review by review.
    const place = (rank: number) => {
      const score = (review: Review) => helpfulness(review, reviews[0]?.date ?? "");
      const alike = reviews.map((review, at) => ({ review, at })).filter(({ review }) =>
        review.rating === reviews[rank]?.rating
      ).toSorted((a, b) => score(b.review) - score(a.review) || a.at - b.at);
      const at = alike.findIndex((one) => one.at === rank);
      return at === -1 ? 2 : (at + 0.5) / alike.length;
    };
    return (a, b) => place(a) - place(b) || a - b;
  }
  const stars = (rank: number) => reviews[rank]?.rating ?? (sort === "highest" ? 0 : 6);
  if (sort === "highest") return (a, b) => stars(b) - stars(a) || a - b;
  if (sort === "lowest") return (a, b) => stars(a) - stars(b) || a - b;
  return sort === "oldest" ? (a, b) => b - a : (a, b) => a - b;
}

function isFoundIn(
  analysis: ReviewAnalysis | undefined,
  { aspect, sentiment, problem, serviceArea, topic }: SearchCriteria,
): boolean {
  if (topic !== undefined && !analysis?.topics.includes(topic)) return false;
  if (serviceArea !== undefined && !analysis?.service_areas.includes(serviceArea)) return false;
  if (problem !== undefined && !analysis?.problems.includes(problem)) return false;
  if (aspect === undefined) return sentiment === undefined || analysis?.sentiment === sentiment;
  return analysis?.aspects.some((said) => said.id === aspect && (sentiment ?? said.sentiment) === said.sentiment) ??
    false;
}
