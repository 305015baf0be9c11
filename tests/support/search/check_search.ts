import assert from "node:assert/strict";
import type { Review } from "../../../domain/review.ts";
import { buildSearchIndex, type SearchCriteria, searchIndex } from "../../../domain/search/search_index.ts";
import { type Analyses, linearSearch } from "./linear_search.ts";

/** Numbers of candidates below which texts are compared one by one: never, always, or with fewer than four. */
export const COMPARED_BELOW = [0, Infinity, 4];

/** Asserts that a search finds the same as a linear search, for all numbers of candidates. */
export function checkSearch(reviews: readonly Review[], criteria: SearchCriteria, analyses: Analyses = {}): void {
  const expected = linearSearch(reviews, criteria, analyses);
  const page = expected.filter((rank) => rank >= (criteria.from ?? 0));
  const index = buildSearchIndex(reviews.map((review) => ({ ...review, analysis: analyses[review.id] ?? null })));
  for (const comparedBelow of COMPARED_BELOW) {
    const { matched, ranks, next } = searchIndex(index, criteria, comparedBelow);
    const message = `${JSON.stringify(criteria)}, compared below ${comparedBelow}`;
    assert.equal(matched, expected.length, message);
    assert.deepEqual([...ranks], page.slice(0, criteria.limit), message);
    assert.equal(next, page[criteria.limit] ?? null, message);
  }
}
