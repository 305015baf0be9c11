import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { saidByRules } from "../../../support/insights/said_of.ts";

const atHome = saidByRules();
const inCare = saidByRules(builtInTaxonomy("health_care"));

Deno.test("the state before the visit is not the business's fault", () => {
  for (
    const text of [
      "We had no heating for three days before they came.",
      "The kitchen was flooded, a mess, when Gus arrived.",
      "Our furnace had quit and the house was freezing.",
      "I called because the toilet was backed up.",
      "The water heater died on Christmas.",
      "No AC and 95 degrees. They were here in an hour.",
    ]
  ) {
    for (const rating of [1, 5]) assert.deepEqual(atHome(text, rating).problems, [], text);
  }
});

Deno.test("a fault that stays or recurs after the visit is the business's", () => {
  for (
    const [text, problem] of [
      ["Two visits later there is still no heat.", "no_heat_or_cooling"],
      ["The drain clogged again the next day.", "recurring_fault"],
      ["It leaks worse than before.", "leak"],
      ["After they left we had no hot water.", "no_hot_water"],
      ["The new unit is noisy.", "noise"],
    ] as const
  ) {
    assert.ok(atHome(text, 2).problems.includes(problem), text);
  }
});

Deno.test("the business beside somebody else keeps its own opinion", () => {
  assert.equal(atHome("The other company was expensive, but Acme had a fair price.", 5).aspects.pricing, "positive");
  assert.equal(atHome("The last guy was late. These guys were late as well.", 2).aspects.punctuality, "negative");
  assert.equal(atHome("I also called another plumber because Acme was rude.", 1).aspects.friendliness, "negative");
});

Deno.test("what the business did to a customer's people and things stays its own", () => {
  for (
    const [text, aspect] of [
      ["The nurse was rude to my partner.", "kindness"],
      ["My partner was treated by an abusive nurse.", "dignity_and_respect"],
      ["The receptionist is an abusive person.", "dignity_and_respect"],
    ] as const
  ) assert.equal(inCare(text, 1).aspects[aspect], "negative", text);
  for (const text of ["They left my house filthy.", "My house was dirty after they left."]) {
    assert.equal(atHome(text, 1).aspects.cleanliness, "negative", text);
  }
});
