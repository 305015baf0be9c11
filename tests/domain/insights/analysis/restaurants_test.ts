import assert from "node:assert/strict";
import { saidByRules } from "../../../support/insights/said_of.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";

const atTable = saidByRules(builtInTaxonomy("restaurant"));

function assertSaid(aspect: string, sentiment: string | undefined, texts: readonly string[], rating = 3): void {
  for (const text of texts) assert.equal(atTable(text, rating).aspects[aspect], sentiment, text);
}

Deno.test("an extreme word praises value, and criticises prices", () => {
  assertSaid("price", "positive", ["The value here is OUTRAGEOUS!", "The value is just insane."], 4);
  assertSaid("price", "negative", ["The price is outrageous.", "Outrageous prices for such small plates."]);
});

Deno.test("a single expensive bottle is no overcharging, expensive food is", () => {
  assert.deepEqual(atTable("Forget about ordering an expensive bottle of wine there.").problems, []);
  assert.deepEqual(atTable("An expensive meal.", 2).problems, ["overcharging"]);
  assert.deepEqual(atTable("The wine is expensive.", 2).problems, ["overcharging"]);
});

Deno.test("a guest who is made to feel like somebody honoured is praised for it, like a nuisance is not", () => {
  assertSaid("service", "positive", [
    "The service makes you feel like a board member.",
    "The service made us feel like royalty.",
  ]);
  assertSaid("service", "negative", ["The service made me feel like a nuisance."]);
  assertSaid("staff", "positive", ["Our waiter was a bundle of personality."]);
  assertSaid("staff", "positive", ["The hostess kept talking to us and even gave us free margarita shots!"]);
});

Deno.test("too few staff and prices as they please are a complaint", () => {
  assertSaid("staff", "negative", [
    "There was only one waiter for 20 people.",
    "Only two servers for the entire dining room.",
    "The manager reserved the right to price at her own discretion!",
  ], 4);
  assertSaid("staff", "positive", [
    "The one waiter for our party was great.",
    "Only one waiter served us and he was great.",
  ]);
});

Deno.test("words that stand for the restaurant itself, or for its city, speak of no place", () => {
  for (
    const text of [
      "I love this restaurant.",
      "Best place in Manhattan.",
      "This is a great spot.",
      "The bar makes fine drinks.",
      "A gem of Brooklyn.",
      "One of the best restaurants in the city.",
    ]
  ) {
    assert.equal(atTable(text, 5).aspects.location, undefined, text);
  }
  for (const text of ["Great location.", "Parking was easy.", "The tables were too small.", "A lovely patio."]) {
    assert.notEqual(atTable(text, 5).aspects.location, undefined, text);
  }
});
