import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const own = saidUnder(PARK);
const builtIn = saidUnder({ ...PARK, id: "restaurant" });

Deno.test("an own taxonomy ignores implied opinions where another sentence has one", () => {
  const text = "Lovely park. Stalls with food under the trees. The rain was awful.";
  assert.deepEqual(own(text, 4).aspects, {});
  assert.ok("food" in builtIn(text, 4).aspects);
});

Deno.test("customers' actions, amounts and average ratings stay neutral mentions", () => {
  // If no other sentence has an opinion, the mention implies none and stays neutral.
  assert.deepEqual(own("Stalls with food under the trees.", 4).aspects, { food: "neutral" });
  for (const text of ["We had food at noon.", "The food was £12.", "The food was average."]) {
    assert.deepEqual(own(text).aspects, { food: "neutral" }, text);
  }
  assert.deepEqual(own("The food was great.").aspects, { food: "positive" });
});

Deno.test("a single sentence keeps its mention, and so does a built-in taxonomy", () => {
  const text = "Stalls with food under the trees.";
  assert.deepEqual(Object.keys(own(text, 5).aspects), ["food"]);
  assert.deepEqual(Object.keys(builtIn(`Lovely park. ${text} The rain was awful.`, 5).aspects), ["food"]);
});
