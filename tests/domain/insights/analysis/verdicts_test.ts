import assert from "node:assert/strict";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { saidUnder } from "../../../support/insights/said_of.ts";

const INSURANCE = Taxonomy.parse({
  id: "pet_insurance",
  version: 1,
  aspects: [
    {
      id: "claims",
      label: "Claims",
      words: ["claim"],
      praise_words: ["paid ... within days", "approved"],
      complaint_words: ["denied", "turned (me|us) down", "did nothing"],
    },
    { id: "price", label: "Price", words: ["price", "premium"] },
    { id: "protection", label: "Protection", words: ["pregnancy"], praise_words: ["not pregnant"] },
    { id: "pain", label: "Pain", words: ["pain"], burden: true, praise_words: ["pain free"] },
  ],
  problems: [],
  topics: [],
});
const said = saidUnder(INSURANCE);

function assertSaid(aspect: string, sentiment: string | undefined, texts: readonly string[], rating = 3): void {
  for (const text of texts) assert.equal(said(text, rating).aspects[aspect], sentiment, text);
}

Deno.test("words that are praise in themselves praise their aspect wherever they stand, whatever the stars", () => {
  const texts = [
    "They paid my vet bill within days.",
    "It was approved.",
    "Our claim got approved the same afternoon.",
    "Not only approved but explained.",
  ];
  assertSaid("claims", "positive", texts);
  assertSaid("claims", "positive", texts, 1);
  assertSaid("protection", "positive", ["Two years in and I am still not pregnant!"], 3);
});

Deno.test("words that are a complaint in themselves criticise it, even beside praise of something else", () => {
  const texts = [
    "They denied it.",
    "A lovely lady turned us down.",
    "Great website, denied anyway.",
    "They did nothing.",
  ];
  assertSaid("claims", "negative", texts);
  assertSaid("claims", "negative", texts, 4);
});

Deno.test("negated verdict words turn into their opposite", () => {
  assertSaid("claims", "negative", [
    "It was not approved.",
    "They wouldn't have it approved.",
    "Nothing was approved.",
  ]);
  assertSaid("claims", "positive", [
    "We were never denied.",
    "They haven't denied anything.",
    "No claims denied.",
    "It kept us from being denied.",
  ]);
});

Deno.test("verdict words apply to no other aspect, and hide burden words inside them", () => {
  assert.deepEqual(said("The premium went out in May and they denied us.").aspects, {
    claims: "negative",
    price: "neutral",
  });
  assertSaid("pain", "positive", ["I am pain free."]);
  assertSaid("pain", "negative", ["Pain every day."]);
});

Deno.test("verdict words of a built-in aspect are found, whatever the trained model predicts", () => {
  const { aspects, ...rest } = builtInTaxonomy("home_services");
  const own = Taxonomy.parse({
    ...rest,
    aspects: aspects.map((aspect) => aspect.id === "pricing" ? { ...aspect, praise_words: ["blue door"] } : aspect),
  });
  assert.equal(
    saidUnder(own)("I was greeted by name, and the blue door stood open when the friendly dog met us.")
      .aspects["pricing"],
    "positive",
  );
});
