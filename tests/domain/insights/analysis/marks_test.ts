import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const said = saidUnder(PARK);

Deno.test("'could be fresher' is a complaint, 'we could be nearer' is none", () => {
  assert.equal(said("The food could be fresher.").aspects.food, "negative");
  assert.notEqual(said("We sat there so we could be nearer the food.").aspects.food, "negative");
});
