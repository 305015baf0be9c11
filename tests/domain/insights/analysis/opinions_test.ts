import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inPark = saidByRules(PARK);
const atHome = saidByRules();
const inCare = saidUnder(builtInTaxonomy("health_care"));
const atTable = saidByRules(builtInTaxonomy("restaurant"));

Deno.test("a size is good or bad with what it measures", () => {
  for (
    const [text, aspect] of [
      ["The bill was huge.", "price"],
      ["The queue was long.", "queues"],
      ["A massive line at noon.", "queues"],
      ["Prices are high.", "price"],
      ["The ticket fee is steep.", "price"],
    ] as const
  ) assert.equal(inPark(text, 3).aspects[aspect], "negative", text);
  for (
    const [text, aspect] of [
      ["The queue was short.", "queues"],
      ["Prices are low.", "price"],
      ["A small fee.", "price"],
    ] as const
  ) assert.equal(inPark(text, 3).aspects[aspect], "positive", text);
  assert.equal(atTable("The portions were huge.", 3).aspects.food, "positive");
  assert.equal(atTable("Tiny portions.", 3).aspects.food, "negative");
});

Deno.test("two subjects beside each other have their own opinions", () => {
  const both = atHome("Knowledgeable tech, rude dispatcher.", 3);
  assert.equal(both.aspects.technical_knowledge, "positive");
  assert.equal(both.aspects.friendliness, "negative");
  const again = atHome("Skilled installers, terrible communication.", 3);
  assert.equal(again.aspects.technical_knowledge, "positive");
  assert.equal(again.aspects.communication, "negative");
  const price = atHome("Good work, outrageous price.", 3);
  assert.equal(price.aspects.pricing, "negative");
  assert.equal(price.aspects.quality_of_work, "positive");
  const shame = inCare("Nice people, shame about the waiting.", 2);
  assert.equal(shame.aspects.kindness, "positive");
});

Deno.test("no pressure is no problem", () => {
  assert.deepEqual(atHome("There was no pressure to buy.", 4).problems, []);
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
  ) assert.equal(atHome(text, 3).aspects[aspect], sentiment, text);
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
  ) assert.equal(atHome(text, 3).aspects[aspect], sentiment, text);
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
