import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const said = saidUnder(PARK);

Deno.test("a mark out of five or ten is an opinion of what stands before it, a date and a middling one are none", () => {
  assert.deepEqual(said("Staff 9/10, toilets 2/10.").aspects, { staff: "positive", toilets: "negative" });
  assert.deepEqual(said("Food 4/5, parking 1/5.").aspects, { food: "positive", parking: "negative" });
  assert.deepEqual(said("The food was 3/5.").aspects, { food: "neutral" });
  assert.deepEqual(said("We had food there on 5/5.").aspects, { food: "neutral" });
});

Deno.test("what could be better is a complaint, what customers could be is none", () => {
  for (
    const text of ["The food could be fresher.", "The food should be a bit cheaper.", "The food could be more varied."]
  ) {
    assert.equal(said(text).aspects.food, "negative", text);
  }
  assert.notEqual(said("We sat there so we could be nearer the food.").aspects.food, "negative");
  assert.equal(said("The food could not be fresher.", 5).aspects.food, "positive");
});

Deno.test("a doubt from before is no complaint without a subject either", () => {
  assert.notEqual(said("Was sceptical about the food but it was great.", 5).aspects.food, "negative");
  assert.equal(said("The staff were sceptical about the food.", 2).aspects.food, "negative");
});
