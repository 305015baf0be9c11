import assert from "node:assert/strict";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { isDirectOpinion } from "../../../../domain/insights/quotes/direct_opinion.ts";
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { businessOf } from "../../../support/reviews/review_of.ts";

const TAXONOMY: Taxonomy = {
  id: "diner",
  version: 1,
  aspects: [
    { id: "place", label: "Place", words: ["window", "room"] },
    { id: "time", label: "Time", words: ["on time", "late"] },
    { id: "manner", label: "Manner", words: ["personality"] },
    { id: "price", label: "Price", words: ["overpriced"] },
  ],
  problems: [],
  topics: [],
};
const reader = textReader(businessOf(), TAXONOMY);
const IDS = TAXONOMY.aspects.map(({ id }) => id);
const isDirect = (sentence: string, aspect: string, sentiment: "positive" | "negative" = "positive") =>
  isDirectOpinion(reader, sentence, aspect, sentiment, IDS);

Deno.test("isDirectOpinion() requires the opinion beside, or as, a word of the aspect", () => {
  assert.equal(isDirect("We sat in a lovely room.", "place"), true);
  assert.equal(isDirect("The room was lovely.", "place"), true);
  assert.equal(isDirect("They came on time as always.", "time"), true);
  assert.equal(isDirect("In the room we had a long talk about what had been lovely.", "place"), false);
  assert.equal(isDirect("The room has four chairs.", "place"), false);
});

Deno.test("isDirectOpinion() excludes an aspect that only follows a preposition", () => {
  assert.equal(isDirect("The sandwiches from the take out window are delicious too.", "place"), false);
  assert.equal(isDirect("The take out window is delicious.", "place"), true);
});

Deno.test("isDirectOpinion() requires the opinion to have the quoted side", () => {
  assert.equal(isDirect("His personality was unpleasant.", "manner"), false);
  assert.equal(isDirect("His personality was unpleasant.", "manner", "negative"), true);
  assert.equal(isDirect("They were late and kind.", "time"), false);
  assert.equal(isDirect("They were late and kind.", "time", "negative"), true);
});

Deno.test("isDirectOpinion() refuses a complaint about another aspect", () => {
  assert.equal(isDirect("The room was shockingly overpriced.", "place", "negative"), false);
  assert.equal(isDirect("The room was shockingly overpriced.", "price", "negative"), true);
  assert.equal(isDirect("The room was filthy.", "place", "negative"), true);
});
