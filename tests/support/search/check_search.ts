import assert from "node:assert/strict";
import type { Review } from "../../../domain/review.ts";
import { buildSearchIndex, type SearchCriteria, searchIndex } from "../../../domain/search/search_index.ts";
import { type Analyses, linearSearch } from "./linear_search.ts";

/** Thresholds for the text index: always, never, or from four candidates on. */
export const VOCABULARY_FROM = [0, Infinity, 4];

/** Asserts that a search finds the same as a linear search, for all thresholds of the index. */
export function checkSearch(reviews: readonly Review[], criteria: SearchCriteria, analyses: Analyses = {}): void {
  const expected = linearSearch(reviews, criteria, analyses);
  const page = expected.filter((rank) => rank >= (criteria.from ?? 0));
  for (const vocabularyFrom of VOCABULARY_FROM) {
    const analysisOf = (rank: number) => analyses[reviews[rank]?.id ?? ""] ?? null;
    const index = buildSearchIndex(reviews, { vocabularyFrom, analysisOf });
    const { matched, ranks, next } = searchIndex(index, criteria);
    const message = `${JSON.stringify(criteria)} with the words asked from ${vocabularyFrom}`;
    assert.equal(matched, expected.length, message);
    assert.deepEqual([...ranks], page.slice(0, criteria.limit), message);
    assert.equal(next, page[criteria.limit] ?? null, message);
  }
}
