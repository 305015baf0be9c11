import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { taxonomyFit } from "../../../../domain/insights/figures/taxonomy_fit.ts";
import { businessOf, reviewsOf } from "../../../support/reviews/review_of.ts";

const MEALS = [
  "The pasta was delicious.",
  "Our waiter was rude.",
  "The wine list is superb.",
  "A lovely dessert menu.",
];
const VISITS = [
  "We loved the atmosphere.",
  "The whole experience was fantastic.",
  "The queue was terribly long.",
  "The premises are filthy.",
];

function fitOf(texts: readonly string[], taxonomy: string, count = 60) {
  const reviews = reviewsOf(count, (at) => ({ text: texts[at % texts.length]!, rating: 4 }));
  return taxonomyFit(businessOf(), reviews, builtInTaxonomy(taxonomy));
}

Deno.test("a taxonomy of another trade is reported, with the one that finds more opinions", () => {
  const meals = fitOf(MEALS, "health_care");
  assert.equal(meals?.better?.name, "restaurant");
  assert.ok(meals.better.judging > meals.judging);
  assert.ok(meals.unused.includes("Waiting time"));
  assert.equal(fitOf(VISITS, "home_services")?.better?.name, "general");
});

Deno.test("a fitting taxonomy raises no doubt, nor do few or foreign texts", () => {
  assert.deepEqual(fitOf(MEALS, "restaurant")?.better, null);
  assert.equal(fitOf(MEALS, "restaurant")?.judging, 60);
  assert.deepEqual(fitOf(VISITS, "general")?.better, null);
  assert.equal(fitOf(MEALS, "health_care", 49), null);
  assert.equal(fitOf(["Das Essen war sehr gut und die Bedienung freundlich."], "health_care"), null);
});
