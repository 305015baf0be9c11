import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { saidByRules } from "../../../support/insights/said_of.ts";

const atTable = saidByRules(builtInTaxonomy("restaurant"));

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
