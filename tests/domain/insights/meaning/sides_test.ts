import assert from "node:assert/strict";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const said = saidUnder(PARK);

function assertSaid(aspect: string, sentiment: string, text: string, rating = 4): void {
  assert.equal(said(text, rating).aspects[aspect], sentiment, text);
}

Deno.test("what stands on the other side of a contrast is not said of a bare mention", () => {
  assertSaid("toilets", "neutral", "We had toilets by the gate, though the signs could be better.", 3);
  assertSaid("parking", "neutral", "There is parking by the gate, but the rest was awful.", 3);
  // On the same side the opinion is of both, and without a contrast of all.
  assertSaid("parking", "negative", "Parking, then an awful muddle at the gate.", 3);
});

Deno.test("what let the rest down is criticised whatever is praised before it", () => {
  for (
    const text of [
      "A lovely visit spoilt by the food and the rain.",
      "An amazing park ruined by overpriced food.",
    ]
  ) assertSaid("food", "negative", text);
  assertSaid("staff", "positive", "Great staff let down by the weather.");
  assertSaid("food", "positive", "We were not let down by the food, it was great.");
});

Deno.test("little that was expected is no complaint when more is told", () => {
  assertSaid("food", "neutral", "I wasn't expecting much of the food but we had lunch there.");
  assertSaid("food", "negative", "I wasn't expecting much of the food but it was awful.", 3);
});

Deno.test("what customers wish they had done themselves asks nothing of the business", () => {
  assert.notEqual(said("I wish we'd booked more tickets.", 5).aspects.price, "negative");
  assert.notEqual(said("I wish I had come for the food sooner.", 5).aspects.food, "negative");
  assertSaid("food", "negative", "I wish they had warm food.", 3);
});

Deno.test("what somebody always fears or hates is no opinion of the visit when more is told", () => {
  assert.notEqual(said("Our dog hates the staff but she loves the lake.", 5).aspects.staff, "negative");
  assert.notEqual(said("My son is terrified of the toilets but he went.", 5).aspects.toilets, "negative");
  assertSaid("food", "negative", "I hate the food.", 2);
});

Deno.test("what customers wish everybody had is praised or left open", () => {
  assert.notEqual(said("A separate car park which I wish every park had.", 4).aspects.parking, "negative");
  assertSaid("parking", "negative", "I wish there were more parking.", 3);
});
