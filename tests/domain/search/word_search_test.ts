import assert from "node:assert/strict";
import { searchIndex } from "../../../domain/search/search_index.ts";
import { foundPattern } from "../../../domain/search/word_search.ts";
import { readWordQuery, writeWordQuery } from "../../../domain/search/word_query.ts";
import { nearestWord } from "../../../domain/search/nearest_word.ts";
import { testClaims } from "../../support/claims.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { buildSearchIndex } from "../../support/search/linear_search.ts";

function indexOf(texts: readonly string[]) {
  return buildSearchIndex(texts.map((text, native) => reviewOf({ text, native: `${native}` })));
}

const GERMAN = "Das Frühstück war sehr gut und die Zimmer waren sauber.";
const SPANISH = "Las habitaciones estaban muy limpias y el desayuno fue bueno.";

// The places of the texts of the setting that each search by words finds; `none` for none.
testClaims(`${import.meta.dirname}/../../fixtures/claims/word_search.txt`, ({ expected, texts, setting }) => {
  const index = indexOf(setting.join(" ").split(" | "));
  for (const typed of texts) {
    const { matched, ranks } = searchIndex(index, { words: readWordQuery(typed), limit: 100 });
    assert.deepEqual([ranks.join(" ") || "none", matched], [expected, ranks.length], typed);
  }
});

Deno.test("by relevance words come before their stems, and these before beginnings", () => {
  const index = indexOf(["heatwave", "heating", "the heat", "heated", "heat", "heatpump heats"]);
  const words = readWordQuery("heat");
  const { ranks, scores } = searchIndex(index, { words, sort: "relevance", limit: 100 });
  assert.deepEqual([ranks, scores], [[2, 4, 1, 3, 5, 0], [0, 0, 1, 1, 1, 2]]);
  assert.deepEqual(searchIndex(index, { words, limit: 100 }).ranks, [0, 1, 2, 3, 4, 5]);
});

Deno.test("words meets every other filter, and query beside it", () => {
  const index = indexOf(["hot water heaters", "heaters: hot", "hot water"]);
  const found = (criteria: object) =>
    searchIndex(index, { words: readWordQuery("heater"), limit: 9, ...criteria }).ranks;
  assert.deepEqual([found({}), found({ query: "hot water" }), found({ rating: 1 })], [[0, 1], [0], []]);
});

Deno.test("terms are written as they were typed", () => {
  for (const typed of ['heater "hot water" no-show plumb', '"a b" "c"', "furnace!", '"open phra', "配管 x"]) {
    assert.deepEqual(readWordQuery(writeWordQuery(readWordQuery(typed))), readWordQuery(typed.replace("!", "")), typed);
  }
});

Deno.test("what words find is marked in the text as written", () => {
  const texts = ["“Why,” she said – they didn’t (really) come to the HEATERS.", "No–show, or no show. Noshow?", GERMAN];
  const index = indexOf(texts);
  const marked = (at: number, typed: string, query?: string) =>
    Array.from(
      texts[at]!.matchAll(foundPattern(index, { words: readWordQuery(typed), query }, ["en", "en", "de"][at]!)),
      ([found]) => found,
    );
  assert.deepEqual(marked(0, "didnt heater came"), ["didn’t", "HEATERS"]);
  assert.deepEqual(marked(0, '"she said they"', "(really)"), ["she said – they", "(really)"]);
  assert.deepEqual(marked(1, "noshow"), ["No–show", "Noshow"]);
  assert.deepEqual(marked(1, "no-show"), ["No–show", "no show", "Noshow"]);
  assert.deepEqual(marked(2, "fruehstueck zimmern"), ["Frühstück", "Zimmer"]);
});

Deno.test("the nearest word is a likely slip of the keyboard or of spelling, never a word of another meaning", () => {
  const texts = ["furnace furnaces driving times coats heated plumbers", "furnaces drives time coat heating plumber"];
  const index = indexOf([
    ...texts,
    ...texts.map((text) => `${text} falling thermostat`),
    SPANISH,
    `${SPANISH} Un calentador, dos calentadores.`,
  ]);
  const nearest = (word: string, ...beside: string[]) => nearestWord(index, word, beside);
  const slips = {
    furnce: "furnace",
    funrace: "furnace",
    plumer: "plumber",
    plummbers: "plumbers",
    thermastat: "thermostat",
  };
  for (const [typed, meant] of Object.entries(slips)) assert.equal(nearest(typed), meant, typed);
  for (const typed of "pricing tile tim coast filling hearing furnaceman xyz heater".split(" ")) {
    assert.equal(nearest(typed), null, typed);
  }
  assert.deepEqual([nearest("calentadr", "muy"), nearest("calentadr", "furnace")], ["calentador", null]);
});
