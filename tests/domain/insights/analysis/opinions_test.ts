import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inParkByRules = saidByRules(PARK);
const atHomeByRules = saidByRules();
const inCare = saidUnder(builtInTaxonomy("health_care"));
const atTableByRules = saidByRules(builtInTaxonomy("restaurant"));

Deno.test("a size is good or bad with what it measures", () => {
  for (
    const [text, aspect] of [
      ["The bill was huge.", "price"],
      ["The queue was long.", "queues"],
      ["A massive line at noon.", "queues"],
      ["Prices are high.", "price"],
      ["The ticket fee is steep.", "price"],
    ] as const
  ) assert.equal(inParkByRules(text, 3).aspects[aspect], "negative", text);
  for (
    const [text, aspect] of [
      ["The queue was short.", "queues"],
      ["Prices are low.", "price"],
      ["A small fee.", "price"],
    ] as const
  ) assert.equal(inParkByRules(text, 3).aspects[aspect], "positive", text);
  assert.equal(atTableByRules("The portions were huge.", 3).aspects.food, "positive");
  assert.equal(atTableByRules("Tiny portions.", 3).aspects.food, "negative");
});

Deno.test("two subjects beside each other have their own opinions", () => {
  const both = atHomeByRules("Knowledgeable tech, rude dispatcher.", 3);
  assert.equal(both.aspects.technical_knowledge, "positive");
  assert.equal(both.aspects.friendliness, "negative");
  const again = atHomeByRules("Skilled installers, terrible communication.", 3);
  assert.equal(again.aspects.technical_knowledge, "positive");
  assert.equal(again.aspects.communication, "negative");
  const price = atHomeByRules("Good work, outrageous price.", 3);
  assert.equal(price.aspects.pricing, "negative");
  assert.equal(price.aspects.quality_of_work, "positive");
  const shame = inCare("Nice people, shame about the waiting.", 2);
  assert.equal(shame.aspects.kindness, "positive");
});

Deno.test("no pressure is no problem", () => {
  assert.deepEqual(atHomeByRules("There was no pressure to buy.", 4).problems, []);
});

Deno.test("a misspelt opinion is understood", () => {
  for (
    const [text, aspect, sentiment] of [
      ["Very proffesional.", "professionalism", "positive"],
      ["So freindly.", "friendliness", "positive"],
      ["Extremly knowlegeable man.", "technical_knowledge", "positive"],
      ["The price was resonable.", "pricing", "positive"],
      ["Prices are outragous.", "pricing", "negative"],
      ["The work was excelent.", "quality_of_work", "positive"],
      ["The work was terible.", "quality_of_work", "negative"],
      ["The repair was a dissapointment.", "quality_of_work", "negative"],
      ["Unproffesional and rude.", "professionalism", "negative"],
      ["The communication was horible.", "communication", "negative"],
    ] as const
  ) assert.equal(atHomeByRules(text, 3).aspects[aspect], sentiment, text);
});

Deno.test("opinions once misread as neutral have their polarity", () => {
  for (
    const [text, aspect, sentiment] of [
      ["The price seemed more than fair.", "pricing", "positive"],
      ["The price is hard to beat.", "pricing", "positive"],
      ["The repair held up.", "quality_of_work", "positive"],
      ["The repair lasted two days.", "quality_of_work", "negative"],
      ["The quote doubled.", "pricing", "negative"],
      ["He explained every step.", "communication", "positive"],
      ["They took their sweet time to respond.", "responsiveness", "negative"],
    ] as const
  ) assert.equal(atHomeByRules(text, 3).aspects[aspect], sentiment, text);
});

Deno.test("advice to readers, a courtesy car and what is marked up are no praise", () => {
  const atGarage = saidUnder({
    ...PARK,
    id: "garage",
    aspects: [
      { id: "quote", label: "Quote", words: ["quote"] },
      { id: "car", label: "Car", words: ["car"] },
      { id: "parts", label: "Parts", words: ["parts"] },
      { id: "rack", label: "Rack", words: ["rack"] },
    ],
  });
  for (
    const [text, aspect] of [
      ["I recommend asking for the quote in writing.", "quote"],
      ["The courtesy car smelled of cigarettes.", "car"],
      ["The parts were marked up well beyond what I'd pay online.", "parts"],
      ["Could use another rack.", "rack"],
    ] as const
  ) assert.notEqual(atGarage(text, 3).aspects[aspect], "positive", text);
});
const atHome = saidUnder();
const inPark = saidUnder(PARK);

Deno.test("what a clause implies is read from the rest of a text of one mind, whatever the stars", () => {
  const acted = "Gus pulled up at the house at 8:20.";
  for (const rating of [1, 3, 5]) {
    assert.equal(atHomeByRules(`${acted} Wonderful man, lovely to deal with.`, rating).aspects.punctuality, "positive");
    assert.equal(atHomeByRules(`${acted} What a rude and useless man.`, rating).aspects.punctuality, "negative");
    assert.equal(atHomeByRules(`${acted} He was nice. The repair was useless.`, rating).aspects.punctuality, "neutral");
    assert.equal(
      atHomeByRules(`${acted} What an absolutely wonderful, kind man! The van was slightly slow.`, rating).aspects
        .punctuality,
      "neutral",
    );
    assert.equal(atHomeByRules(`${acted} Then he left the garden by the side.`, rating).aspects.punctuality, "neutral");
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
  ) for (const rating of [1, 3, 5]) assert.equal(atHome(text, rating).aspects[aspect], "neutral", text);
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
  ) assert.equal(atHomeByRules(`${text} ${praise}`, 5).aspects[aspect], "neutral", text);
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
const home = saidByRules();

Deno.test("praise that only looks like irony stays praise", () => {
  assert.equal(home('He said "great choice" and the price was fair.').aspects.pricing, "positive");
  assert.equal(home("Great, friendly crew.").aspects.friendliness, "positive");
  assert.equal(home("Great job cleaning up.").aspects.cleanliness, "positive");
  assert.equal(home("So friendly, so much for so little money.").aspects.friendliness, "positive");
});

Deno.test("'would be helpful' and 'user-friendly' do not praise friendliness", () => {
  assert.equal(home("Closing the doors would be helpful.").aspects.friendliness, undefined);
  assert.equal(home("The portal is user-friendly.").aspects.friendliness, undefined);
  assert.equal(home("He was helpful and friendly.").aspects.friendliness, "positive");
});
