import assert from "node:assert/strict";
import { textReader } from "../../../domain/insights/analysis/text_reader.ts";
import { COMMON_ASPECTS, COMMON_PROBLEMS, suggestTaxonomy } from "../../../domain/insights/suggest_taxonomy.ts";
import { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { sharedTerms, termMatches } from "../../../domain/insights/text/shared_terms.ts";
import { wordsOf } from "../../../domain/insights/text/words_of.ts";
import { testClaims } from "../../support/insights/claims.ts";
import { businessOf, reviewOf } from "../../support/reviews/review_of.ts";

const reader = textReader(businessOf({ name: "Potters" }), builtInTaxonomy("home_services"));

Deno.test("a taxonomy is suggested from the reviews: aspects, problems and topics", () => {
  const texts = [
    "The kiln was perfect. The glaze ran and was awful. We took the bus.",
    "A great kiln and friendly teachers. The glaze was terrible.",
    "Lovely kiln. A horrible glaze. The bus was there.",
    "The teachers were wonderful. Two kilns, both excellent. A bus came.",
    "The teacher was kind. The wheel room was clean.",
    "Kind teachers! The wheel room was spotless, a tidy wheel room.",
    "A bright wheel room, and the bus to the door.",
  ];
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  assert.deepEqual(Taxonomy.parse(suggested), suggested);
  const idsOf = (list: Taxonomy["aspects"]) => list.map(({ id }) => id);
  assert.deepEqual(idsOf(suggested?.aspects ?? []).toSorted(), ["glaze", "kiln", "teachers", "wheel_room"]);
  // A noun alone is no complaint, and no word belongs to two subjects.
  assert.deepEqual(suggested?.problems, []);
  assert.ok(idsOf(suggested?.topics ?? []).includes("bus"));
  const room = suggested?.aspects.find(({ id }) => id === "wheel_room");
  assert.deepEqual(room?.words, ["wheel room*"]);
});

Deno.test("no taxonomy is suggested from reviews that repeat nothing", () => {
  assert.equal(suggestTaxonomy([reviewOf({ text: "The kiln was perfect." })], reader), null);
  assert.equal(suggestTaxonomy([], reader), null);
});

const suggestedFrom = (rows: readonly (readonly [text: string, rating: number])[], name = "Potters") =>
  suggestTaxonomy(
    rows.map(([text, rating], n) => reviewOf({ native: `${n}`, text, rating })),
    textReader(businessOf({ name }), builtInTaxonomy("home_services")),
  );

Deno.test("what any trade is judged by in adjectives and verbs is suggested, with the nouns that these words find", () => {
  const suggested = suggestedFrom([
    ["Easy to use and fast. The price is fair.", 5],
    ["So easy! Not fast though, and it doesn't work on Mondays.", 2],
    ["Very easy. It does not work. A good price.", 1],
    ["Easy and fast, never slow. A bad price.", 4],
    ["Expensive. It doesn't work. The price is bad.", 1],
    ["Easy. Fast. Cheap.", 5],
  ]);
  const aspects = new Map(suggested?.aspects.map((aspect) => [aspect.id, aspect]));
  assert.deepEqual([...aspects.keys()].toSorted(), ["ease", "price", "reliability", "speed"]);
  assert.ok(aspects.get("price")?.words.includes("expensive"));
  assert.equal(aspects.get("ease")?.question, "Is it easy to use?");
  assert.deepEqual(suggested?.problems.map(({ id }) => id), ["does_not_work"]);
});

Deno.test("a noun that is a word of any trade already is not suggested twice, so that the import takes the suggestion", () => {
  const suggested = suggestedFrom([
    ["The bug is bad.", 1],
    ["The bug was terrible, a bug every day.", 1],
    ["Another bug. The bug is awful.", 2],
    ["No bug at all, it is reliable.", 5],
    ["The bug was fixed. Reliable.", 5],
    ["Reliable, great.", 5],
  ]);
  assert.deepEqual(Taxonomy.safeParse(suggested).error?.issues, undefined);
  assert.ok(suggested?.aspects.some(({ id, words }) => id === "reliability" && words.includes("=bug")));
});

Deno.test("words of the business's category, numbers and words that say nothing are not suggested", () => {
  const words = ["hall", "word", "turn", "two", "charged", "stage"];
  const rows = [1, 2, 3, 4].map((n) =>
    words.map((word) => `The ${word} was ${n === 1 ? "awful" : "lovely"}.`).join(" ")
  );
  const suggested = suggestTaxonomy(
    rows.map((text, n) => reviewOf({ native: `${n}`, text })),
    textReader(businessOf({ name: "Rosewood", category: "Banquet hall" }), builtInTaxonomy("general")),
  );
  assert.deepEqual(suggested?.aspects.map(({ id }) => id), ["stage"]);
  assert.deepEqual([suggested?.problems, suggested?.topics], [[], []]);
});

Deno.test("a name is not suggested, though it often begins a sentence, nor a word for two aspects", () => {
  const suggested = suggestedFrom([
    ["Steve was great. The claim was easy and the claim form was awful.", 5],
    ["Steve is lovely. A quick claim, a terrible claim form.", 5],
    ["Steve was kind. My claim was fine, the claim form was bad.", 4],
    ["We had Steve, and Steve was perfect. A good claim.", 5],
  ]);
  const words = suggested?.aspects.map(({ words }) => words.join()) ?? [];
  assert.deepEqual(words.filter((word) => /steve|claim|form/.test(word)).toSorted(), ["claim", "form"]);
});

Deno.test("what only a few of many reviews name is no topic", () => {
  const texts = Array.from(
    { length: 100 },
    (_, n) => `The glaze was lovely. ${n < 3 ? "It is by the fence." : n < 9 ? "It is by the bus." : ""}`,
  );
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  assert.deepEqual(suggested?.topics.map(({ id }) => id), ["bus"]);
});

Deno.test("all that any trade is judged by together is a valid taxonomy, and what reviews use of it is suggested", () => {
  const all = { id: "all", version: 1, aspects: COMMON_ASPECTS, problems: COMMON_PROBLEMS, topics: [] };
  assert.deepEqual(Taxonomy.safeParse(all).error?.issues, undefined);
  const suggested = suggestedFrom([
    ["The lads were great, and on time. Easy to book.", 5],
    ["Late again, and the crew smashed a vase. Booking was easy.", 1],
    ["Two men came late and scratched the table.", 1],
    ["Always on time. A great team. Booking by phone.", 5],
    ["I read books while I waited.", 4],
  ]);
  const ids = suggested?.aspects.map(({ id }) => id) ?? [];
  assert.ok(["staff", "punctuality", "booking"].every((id) => ids.includes(id)), ids.join(" "));
  assert.deepEqual(suggested?.problems.map(({ id }) => id), ["damage"]);
});

testClaims(`${import.meta.dirname}/../../fixtures/claims/common_terms.txt`, ({ expected, texts }) => {
  const entry = [...COMMON_ASPECTS, ...COMMON_PROBLEMS].find(({ id }) => id === expected.split(" ").at(-1));
  const terms = sharedTerms(entry?.words.map((word) => [word, 0] as const) ?? []);
  for (const text of texts) {
    assert.equal([...termMatches(wordsOf(text), terms)].length > 0, expected.startsWith("found"), text);
  }
});

Deno.test("the wait is suggested as the burden of waiting, and not as a word", () => {
  const suggested = suggestedFrom([
    ["The wait was awful, a long wait.", 1],
    ["The wait was terrible. Waited an hour.", 1],
    ["A bad wait, in the waiting room.", 1],
    ["No wait at all. Great staff.", 5],
    ["Great staff and no wait.", 5],
  ]);
  assert.ok(!JSON.stringify(suggested).includes('"wait"'));
  assert.ok(suggested?.aspects.some(({ id, burden }) => id === "waiting" && burden));
});
