import assert from "node:assert/strict";
import { searchIndex } from "../../../domain/search/search_index.ts";
import { foundPattern } from "../../../domain/search/word_search.ts";
import { readWordQuery, writeWordQuery } from "../../../domain/search/word_query.ts";
import { nearestWord } from "../../../domain/search/nearest_word.ts";
import { reviewOf } from "../../support/reviews/review_of.ts";
import { buildSearchIndex } from "../../support/search/linear_search.ts";

function indexOf(texts: readonly string[]) {
  return buildSearchIndex(texts.map((text, native) => reviewOf({ text, native: `${native}` })));
}

const GERMAN = "Das Frühstück war sehr gut und die Zimmer waren sauber.";
const SPANISH = "Las habitaciones estaban muy limpias y el desayuno fue bueno.";
const FRENCH = "L’accueil était très bon et les chambres étaient propres.";
const ENGLISH = "The rooms were clean and they were kind.";

/** The texts, and for each search by words the places of those that it finds. */
const CASES: readonly (readonly [string, readonly string[], Readonly<Record<string, readonly number[]>>])[] = [
  ["words, not letters inside of them", ["the AC is fine", "back in place", "A/C repair"], {
    ac: [0, 2],
    "a/c": [0, 2],
  }],
  ["all words, in any order", ["a water heater", "heater and water", "water"], {
    "heater water": [0, 1],
    '"water heater"': [0],
  }],
  ["forms of a word by its stem", [ENGLISH, "They cleaned one room.", "roomy"], {
    room: [0, 1, 2],
    '"room"': [0, 1],
    "rooms cleaning": [0, 1],
  }],
  ["the stem by the language of the text", [GERMAN, SPANISH, FRENCH, ENGLISH], {
    ...{ fruehstueck: [0], fruhstuck: [0], frühstücke: [0], zimmern: [0], habitacion: [1], habitación: [1] },
    ...{ desayunos: [1], accueil: [2], chambre: [2], propre: [2], clean: [3] },
  }],
  ["hyphen, space and joined spelling alike", ["a no-show", "no show at all", "noshow", "no, they show"], {
    ...{ "no-show": [0, 1, 2], noshow: [0, 1, 2], "no show": [0, 1, 2, 3], '"no show"': [0, 1] },
  }],
  ["no word in parts of two others", ["and so on", "soon", "they are a team", "area"], { soon: [1], area: [3] }],
  ["the last word as a beginning, if it is open", ["plumbing", "plumber", "plum", "plush"], {
    ...{ plumb: [0, 1], '"plumbi"': [], "plumbi!": [], pl: [], "plumb plush": [] },
  }],
  ["a phrase with signs between its words", ["no call, no show", "call. No heat", "no heat or call"], {
    '"no call no show"': [0],
    '"call no heat"': [1],
    '"no cal': [0],
  }],
  ["words without apostrophes and with", ["Terrence's van", "don't", "‘quoted’"], {
    terrence: [0],
    dont: [1],
    "don’t": [1],
    quoted: [2],
    don: [1],
  }],
  ["scripts without spaces and signs by the letter", ["配管工事。とても丁寧", "良い 😊", "!!"], {
    配管: [0],
    "😊": [1],
    "!!": [2],
    "良い !!": [1],
  }],
];

for (const [claim, texts, searches] of CASES) {
  Deno.test(`words finds ${claim}`, () => {
    const index = indexOf(texts);
    for (const [typed, expected] of Object.entries(searches)) {
      const { matched, ranks } = searchIndex(index, { words: readWordQuery(typed), limit: 100 });
      assert.deepEqual(ranks, expected, typed);
      assert.equal(matched, expected.length);
    }
  });
}

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
