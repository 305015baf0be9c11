import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { suggestTaxonomy } from "../../../../domain/insights/candidates/suggest_taxonomy.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { chosenTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf } from "../../../support/reviews/business_of.ts";
import { reviewOf } from "../../../support/reviews/review_of.ts";

const reader = textReader(businessOf({ name: "Potters" }), chosenTaxonomy(null));

Deno.test("a taxonomy is suggested from the reviews: what they judge, what they complain of, and what they only name", () => {
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
  assert.deepEqual(idsOf(suggested?.aspects ?? []).toSorted(), ["glaze", "kiln", "room", "teachers"]);
  assert.deepEqual(idsOf(suggested?.problems ?? []), ["glaze"]);
  assert.ok(idsOf(suggested?.topics ?? []).includes("bus"));
  assert.deepEqual(suggested?.aspects.find(({ id }) => id === "room")?.words, ["room", "wheel room"]);
});

Deno.test("no taxonomy is suggested from reviews that repeat nothing", () => {
  assert.equal(suggestTaxonomy([reviewOf({ text: "The kiln was perfect." })], reader), null);
  assert.equal(suggestTaxonomy([], reader), null);
});

Deno.test("words that would catch everything are suggested only with the word that narrows them", () => {
  const texts = [
    "A lovely hotel in a quiet area, but the check in service was slow.",
    "The hotel was lovely and the area was pretty. Room service was awful.",
    "The hotel is fine, the area is great. The room service was bad.",
    "Great hotel, great area, terrible room service since enough of us complained.",
  ];
  const suggested = suggestTaxonomy(texts.map((text, n) => reviewOf({ native: `${n}`, text })), reader);
  const words = [...suggested?.aspects ?? [], ...suggested?.problems ?? [], ...suggested?.topics ?? []]
    .flatMap(({ words }) => words);
  assert.ok(words.includes("room service"));
  for (const wide of ["hotel", "area", "service", "since", "enough"]) assert.ok(!words.includes(wide), wide);
});
