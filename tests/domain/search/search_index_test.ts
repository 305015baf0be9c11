import { fc, runs } from "../../support/properties.ts";
import assert from "node:assert/strict";
import { compareReviews, type Review } from "../../../domain/review.ts";
import { ranksSince, searchIndex, SORTS } from "../../../domain/search/search_index.ts";
import { awkwardText, reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { type Analyses, buildSearchIndex, checkSearch } from "../../support/search/linear_search.ts";
import type { ReviewAnalysis } from "../../../domain/documents/insights_document.ts";
import { foldSearched } from "../../../domain/search/searched_text.ts";
import { readWordQuery } from "../../../domain/search/word_query.ts";

const SENTIMENTS = ["positive", "neutral", "negative"] as const;
const DAYS = ["2023-12-31", "2024-01-01", "2024-02-29", "2024-03-01", "2025-01-01"];
const day = fc.constantFrom(...DAYS);
const SENTENCES = [
  "They were very kind and the price was fair.",
  "El técnico llegó tarde y no fue nada amable.",
  "とても良い",
];

// Many reviews with few different texts: above 32 reviews a set of ranks has two forms.
const reviews = fc.record({
  pool: fc.array(fc.option(fc.oneof(awkwardText, fc.constantFrom(...SENTENCES))), { minLength: 1, maxLength: 10 }),
  picks: fc.array(fc.nat(), { maxLength: 140, size: "max" }),
}).chain(({ pool, picks }) =>
  fc.tuple(...picks.map((pick, native) =>
    fc.record({
      rating: fc.integer({ min: 1, max: 5 }),
      date: day,
      mentioned_technicians: fc.subarray(["Ann", "ANN", "Bo"]),
      mentioned_services: fc.subarray(["drains", "heaters"]),
      source: fc.constantFrom("google", "Yelp", "ｙelp"),
      owner_reply: fc.constantFrom(null, { text: "Thanks.", date: "2025-02-01" }),
      verified: fc.boolean(),
      attributes: fc.boolean().map((has) => has ? { photos: ["https://images.example/1.jpg"] } : {}),
    }).map((given) => reviewOf({ ...given, native: `${native}`, text: pool[pick % pool.length]! }))
  ))
).map((list) => list.sort(compareReviews));

const CRITERIA = {
  rating: fc.integer({ min: 1, max: 5 }),
  minRating: fc.constantFrom(1, 2.5, 4, 4.5, 5),
  maxRating: fc.constantFrom(1, 2.5, 4, 4.5, 5),
  since: day,
  until: day,
  technicians: fc.subarray(["ann", "Bo", "Nobody"]),
  services: fc.subarray(["Drains", "heaters", "nothing"]),
  aspect: fc.constantFrom("pricing", "speed", "nothing"),
  sentiment: fc.constantFrom(...SENTIMENTS),
  problem: fc.constantFrom("leak", "no_heat", "positive"),
  serviceArea: fc.constantFrom("north", "south", "leak"),
  topic: fc.constantFrom("repair", "north"),
  source: fc.constantFrom("GOOGLE", "yelp", "nowhere"),
  replied: fc.boolean(),
  verified: fc.boolean(),
  has_photos: fc.boolean(),
  has_text: fc.boolean(),
  language: fc.constantFrom("en", "ES", "ja", "fr"),
};

const analysis = fc.record({
  sentiment: fc.option(fc.constantFrom(...SENTIMENTS)),
  aspects: fc.array(fc.record({ id: fc.constantFrom("pricing", "speed"), sentiment: fc.constantFrom(...SENTIMENTS) }), {
    maxLength: 3,
  }),
  problems: fc.subarray(["leak", "no_heat"]),
  service_areas: fc.subarray(["north", "south"]),
  topics: fc.subarray(["repair"]),
}).map((found) => ({ score: null, technicians: [], services: [], ...found }));
// A review without any known member has none.
const analyses = fc.array(fc.option(analysis), { minLength: 1, maxLength: 7 });

/** Every review of the list with one of the analyses, or none. */
function analysesOf(list: readonly Review[], pool: readonly (ReviewAnalysis | null)[]): Analyses {
  return Object.fromEntries(list.flatMap(({ id }, rank) => {
    const one = pool[rank % pool.length];
    return one ? [[id, one]] : [];
  }));
}

const piece = awkwardText.map((text) => foldSearched(text).slice(0, 3)).filter((text) => text !== "");
// With more criteria than three hardly a review is found.
const criteria = fc.subarray(Object.keys(CRITERIA) as (keyof typeof CRITERIA)[], { maxLength: 3 }).chain((names) =>
  fc.record(Object.fromEntries(names.map((name) => [name, CRITERIA[name] as fc.Arbitrary<unknown>])))
);
const page = fc.record({
  query: piece,
  sort: fc.constantFrom(...SORTS),
  limit: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(100)),
}, { requiredKeys: ["limit"] });

Deno.test("searchIndex() finds the same as a linear search, whatever the criteria, in any order, page by page", () => {
  fc.assert(
    fc.property(reviews, criteria, page, analyses, (list, criteria, page, pool) => {
      checkSearch(list, { ...criteria, ...page }, analysesOf(list, pool));
    }),
    runs(500),
  );
});

Deno.test("searchIndex() answers the same on a structured clone of the index, and modifies neither", () => {
  const textOf = (at: number) => at % 7 ? `the word${at % 9}, again 😊` : null;
  const list = reviewsOf(80, (at) => ({ text: textOf(at), mentioned_technicians: ["Ann"] }));
  const index = buildSearchIndex(list);
  const clone = structuredClone(index);
  for (const query of ["word3", "d3, a", "e w", "😊", "nothing", undefined]) {
    const words = query === undefined ? undefined : readWordQuery(query);
    const filters = { technicians: ["ann"], minRating: 3, until: "2026-05-13" };
    const criteria = { query, words, sort: "relevance" as const, ...filters, limit: 20 };
    assert.deepEqual(searchIndex(clone, criteria), searchIndex(index, criteria));
  }
  assert.deepEqual(clone, buildSearchIndex(list));
});

Deno.test("ranksSince() counts the reviews on or after a day", () => {
  const dates = ["2024-03-01", "2024-02-29", "2024-02-29", "2023-12-31"];
  const index = buildSearchIndex(dates.map((date) => reviewOf({ date })));
  const days = ["2024-03-02", "2024-03-01", "2024-02-29", "2024-01-01", "2023-12-31", "0001-01-01"];
  assert.deepEqual(days.map((day) => ranksSince(index, day)), [0, 1, 3, 3, 4, 4]);
  assert.equal(ranksSince(buildSearchIndex([]), "2024-01-01"), 0);
});
