import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inPark = saidUnder(PARK);
const atHome = saidUnder();

Deno.test("the absence of a good thing is criticism", () => {
  for (
    const [text, aspect] of [
      ["No parking.", "parking"],
      ["There is no parking nearby.", "parking"],
      ["They don't have enough car parking.", "parking"],
      ["Please provide A/C.", "climate"],
      ["The hall is not big enough.", "size"],
      ["Not enough staff.", "staff"],
      ["There weren't enough toilets.", "toilets"],
      ["A lack of toilets.", "toilets"],
      ["It lacks air conditioning.", "climate"],
      ["More toilets would be welcome.", "toilets"],
      ["They should have air conditioning.", "climate"],
      ["You need more staff.", "staff"],
      ["Without heating in January.", "climate"],
      ["I wish there were more parking.", "parking"],
      ["We couldn't find any parking.", "parking"],
    ] as const
  ) {
    for (const rating of [3, 4]) assert.equal(inPark(text, rating).aspects[aspect], "negative", text);
  }
});

Deno.test("the absence of a burden is praise", () => {
  for (
    const [text, aspect] of [
      ["No queues.", "queues"],
      ["No wait at all.", "queues"],
      ["No extra charge.", "price"],
      ["Without any waiting time.", "queues"],
    ] as const
  ) {
    assert.equal(inPark(text, 3).aspects[aspect], "positive", text);
  }
  assert.equal(atHome("No complaints about the price.", 3).aspects.pricing, "positive");
  assert.equal(atHome("They left no mess.", 3).aspects.cleanliness, "positive");
  assert.equal(atHome("No hidden fees.", 3).aspects.pricing, "positive");
  assert.deepEqual(atHome("No complaints, no mess, no hidden fees.", 5).problems, []);
});

Deno.test("a negation that misses no good thing is no criticism", () => {
  assert.notEqual(inPark("No other park has staff like these.", 5).aspects.staff, "negative");
  assert.notEqual(inPark("No need to pay for parking.", 4).aspects.parking, "negative");
});

const healthByRules = saidByRules(builtInTaxonomy("health_care"));
const restaurantByRules = saidByRules(builtInTaxonomy("restaurant"));

Deno.test("the absence of a good thing is criticism, however it is put", () => {
  for (
    const [text, aspect] of [
      ["There was no kindness at all.", "kindness"],
      ["A lack of kindness.", "kindness"],
      ["Not much kindness on this ward.", "kindness"],
      ["There was no compassion or empathy shown.", "kindness"],
      ["Zero information.", "information_and_advice"],
      ["Devoid of kindness.", "kindness"],
      ["The nurses lack kindness.", "kindness"],
    ] as const
  ) {
    assert.equal(healthByRules(text).aspects[aspect], "negative", text);
  }
  for (
    const [text, aspect] of [
      ["There was no professionalism from the waiter.", "staff"],
      ["The food had no flavour.", "food"],
      ["Zero atmosphere.", "ambience"],
      ["The room had no charm and no atmosphere.", "ambience"],
      ["No attentive service.", "service"],
    ] as const
  ) {
    assert.equal(restaurantByRules(text, 4).aspects[aspect], "negative", text);
  }
});
