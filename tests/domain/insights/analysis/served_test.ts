import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const atTable = saidUnder(builtInTaxonomy("restaurant"));
const inPark = saidByRules(PARK);

Deno.test("a wait for a thing counts for the waiting time, not for the thing", () => {
  const cases = [
    ["Our drinks took 40 minutes.", "drinks"],
    ["It took forever to get our drinks.", "drinks"],
    ["Waited ages for the food.", "food"],
    ["We waited an hour for the pizza and the drinks.", "drinks"],
    ["45 quid for a burger, are they having a laugh?", "food"],
  ] as const;
  for (const [text, aspect] of cases) {
    assert.ok((atTable(text, 2).aspects[aspect] ?? "neutral") === "neutral", `${text} (${aspect})`);
  }
  assert.equal(atTable("Our drinks took 40 minutes.", 2).aspects.waiting_time, "negative");
  for (
    const text of [
      "Had to ask three times for the bill.",
      "The starters never came.",
      "Our food was forgotten.",
      "They took our pizza to the wrong table.",
    ]
  ) assert.equal(atTable(text, 2).aspects.service, "negative", text);
});

Deno.test("a thing brought late with an opinion keeps that opinion", () => {
  const cases = [
    ["Waited ages for mediocre food.", "negative"],
    ["Waited an hour for our food and it was cold.", "negative"],
    ["Waited over an hour for our food and when it came it was cold.", "negative"],
    ["Food arrived cold after an hour.", "negative"],
    ["The food came out quickly and was delicious.", "positive"],
    ["Amazing pizza, but we waited 40 minutes for our desserts.", "positive"],
    ["Amazing pizza that was worth the wait.", "positive"],
    ["We waited ages. The food was dreadful.", "negative"],
  ] as const;
  for (const [text, sentiment] of cases) assert.equal(atTable(text, 2).aspects.food, sentiment, text);
});

Deno.test("a thing waited for and never served is judged by the wait", () => {
  assert.equal(saidUnder()("We waited three weeks for a call back.", 2).aspects.responsiveness, "negative");
  assert.equal(inPark("We waited ages in the queue.", 2).aspects.queues, "negative");
});
