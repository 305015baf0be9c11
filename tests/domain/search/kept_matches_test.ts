import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { buildSearchIndex, searchIndex } from "../../../domain/search/search_index.ts";
import { awkwardText, reviewOf } from "../../support/reviews/review_of.ts";
import { linearSearch } from "../../support/search/linear_search.ts";
import { foldText } from "../../../domain/normalize_text.ts";

const LIMIT = 100;

Deno.test("searchIndex() finds the same the third time, with other filters, as the first time", () => {
  const query = awkwardText.map(foldText).filter((text) => text !== "");
  const stars = fc.integer({ min: 1, max: 5 });
  fc.assert(
    fc.property(
      fc.array(awkwardText, { maxLength: 12 }),
      query,
      fc.array(stars, { minLength: 3 }),
      (texts, query, all) => {
        const list = texts.map((text, at) => reviewOf({ text, rating: 1 + at % 5 }));
        const index = buildSearchIndex(list);
        for (const rating of [undefined, ...all]) {
          const criteria = { query, rating, limit: LIMIT };
          assert.deepEqual(searchIndex(index, criteria).ranks, linearSearch(list, criteria));
        }
      },
    ),
    runs(500),
  );
});

Deno.test("searchIndex() finds the same when more queries come again than are kept", () => {
  const words = Array.from({ length: 80 }, (_, at) => `word${at}x`);
  const list = words.map((word, at) => reviewOf({ text: `${word} and ${words[(at + 1) % words.length]}` }));
  const index = buildSearchIndex(list);
  for (let turn = 0; turn < 4; turn++) {
    for (const query of words) {
      const criteria = { query, limit: LIMIT };
      assert.deepEqual(searchIndex(index, criteria).ranks, linearSearch(list, criteria));
    }
  }
});
