import assert from "node:assert/strict";
import type { Review } from "../../../domain/review.ts";
import { buildSearchIndex, type SearchCriteria, searchIndex } from "../../../domain/search/search_index.ts";
import { linearSearch } from "./linear_search.ts";

/** The words are asked always, never, or from a few candidates on. */
export const VOCABULARY_FROM = [0, Infinity, 4];

/** Fails unless a search finds what looking at each review finds, however the index is built. */
export function checkSearch(reviews: readonly Review[], criteria: SearchCriteria): void {
  const expected = linearSearch(reviews, criteria);
  for (const vocabularyFrom of VOCABULARY_FROM) {
    const { matched, ranks } = searchIndex(buildSearchIndex(reviews, { vocabularyFrom }), criteria);
    const message = `${JSON.stringify(criteria)} with the words asked from ${vocabularyFrom}`;
    assert.equal(matched, expected.length, message);
    assert.deepEqual([...ranks], expected.slice(0, criteria.limit), message);
  }
}
