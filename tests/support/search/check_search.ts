import assert from "node:assert/strict";
import type { Review } from "../../../domain/review.ts";
import { buildSearchIndex, type SearchCriteria, searchIndex } from "../../../domain/search/search_index.ts";
import { linearSearch } from "./linear_search.ts";

/** Thresholds for the text index: always, never, or from four candidates on. */
export const VOCABULARY_FROM = [0, Infinity, 4];

/** Asserts that a search finds the same as a linear search, for all thresholds of the index. */
export function checkSearch(reviews: readonly Review[], criteria: SearchCriteria): void {
  const expected = linearSearch(reviews, criteria);
  for (const vocabularyFrom of VOCABULARY_FROM) {
    const { matched, ranks } = searchIndex(buildSearchIndex(reviews, { vocabularyFrom }), criteria);
    const message = `${JSON.stringify(criteria)} with the words asked from ${vocabularyFrom}`;
    assert.equal(matched, expected.length, message);
    assert.deepEqual([...ranks], expected.slice(0, criteria.limit), message);
  }
}
