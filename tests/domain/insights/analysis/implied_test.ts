import assert from "node:assert/strict";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const atHome = saidByRules();
const trained = saidUnder();
const inPark = saidUnder(PARK);

Deno.test("what a clause implies is read from the rest of a text of one mind, whatever the stars", () => {
  const acted = "Gus pulled up at the house at 8:20.";
  for (const rating of [1, 3, 5]) {
    assert.equal(atHome(`${acted} Wonderful man, lovely to deal with.`, rating).aspects.punctuality, "positive");
    assert.equal(atHome(`${acted} What a rude and useless man.`, rating).aspects.punctuality, "negative");
    assert.equal(atHome(`${acted} He was nice. The repair was useless.`, rating).aspects.punctuality, "neutral");
    assert.equal(
      atHome(`${acted} What an absolutely wonderful, kind man! The van was slightly slow.`, rating).aspects.punctuality,
      "neutral",
    );
    assert.equal(atHome(`${acted} Then he left the garden by the side.`, rating).aspects.punctuality, "neutral");
  }
});

Deno.test("an amount, what was booked and a duration are neutral whatever the stars", () => {
  for (
    const [text, aspect] of [
      ["The bill for it all was $140.", "pricing"],
      ["The price was $95.", "pricing"],
      ["I scheduled it on the website in May.", "scheduling"],
      ["The installation took about two hours.", "quality_of_work"],
    ] as const
  ) for (const rating of [1, 3, 5]) assert.equal(trained(text, rating).aspects[aspect], "neutral", text);
});

Deno.test("a bare fact is neutral also in a glowing review", () => {
  const praise = "Absolutely wonderful people, we loved them.";
  for (
    const [text, aspect] of [
      ["The bill for it all was $140.", "pricing"],
      ["They charged us 140 dollars in the end.", "pricing"],
      ["The price of it was ok.", "pricing"],
      ["They are not the cheapest, and they were lovely.", "pricing"],
      ["I scheduled it on the website in May.", "scheduling"],
      ["The installation took about two hours.", "quality_of_work"],
      ["An invoice.", "pricing"],
    ] as const
  ) assert.equal(atHome(`${text} ${praise}`, 5).aspects[aspect], "neutral", text);
});

Deno.test("customers' actions are neutral, and what merely exists is no praise", () => {
  const praise = "A wonderful day, we loved it.";
  for (
    const [text, aspect] of [
      ["We ate in the restaurant on the hill.", "food"],
      ["There is a car park beside the gate.", "parking"],
      ["The park has two restaurants and a shop.", "food"],
      ["Bought the tickets from the machine.", "price"],
      ["But the chef made a snack there at noon.", "food"],
    ] as const
  ) assert.equal(inPark(`${text} ${praise}`, 5).aspects[aspect], "neutral", text);
  const complaint = "A dreadful day, we hated it.";
  for (const text of ["We ate in the restaurant on the hill.", "Ordered the meal at the gate."]) {
    assert.equal(inPark(`${text} ${complaint}`, 1).aspects.food, "neutral", text);
  }
});
