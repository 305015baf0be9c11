import assert from "node:assert/strict";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";

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
const inCareByRules = saidByRules(builtInTaxonomy("health_care"));
const atTableByRules = saidByRules(builtInTaxonomy("restaurant"));

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
    assert.equal(inCareByRules(text).aspects[aspect], "negative", text);
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
    assert.equal(atTableByRules(text, 4).aspects[aspect], "negative", text);
  }
});
const atHomeByRules = saidByRules();

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
    for (const rating of [1, 5]) assert.deepEqual(atHomeByRules(text, rating).problems, [], text);
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
    assert.ok(atHomeByRules(text, 2).problems.includes(problem), text);
  }
});

Deno.test("the business beside somebody else keeps its own opinion", () => {
  assert.equal(
    atHomeByRules("The other company was expensive, but Acme had a fair price.", 5).aspects.pricing,
    "positive",
  );
  assert.equal(
    atHomeByRules("The last guy was late. These guys were late as well.", 2).aspects.punctuality,
    "negative",
  );
  assert.equal(
    atHomeByRules("I also called another plumber because Acme was rude.", 1).aspects.friendliness,
    "negative",
  );
});

Deno.test("what the business did to a customer's people and things stays its own", () => {
  for (
    const [text, aspect] of [
      ["The nurse was rude to my partner.", "kindness"],
      ["My partner was treated by an abusive nurse.", "dignity_and_respect"],
      ["The receptionist is an abusive person.", "dignity_and_respect"],
    ] as const
  ) assert.equal(inCareByRules(text, 1).aspects[aspect], "negative", text);
  for (const text of ["They left my house filthy.", "My house was dirty after they left."]) {
    assert.equal(atHomeByRules(text, 1).aspects.cleanliness, "negative", text);
  }
});
const inParkByRules = saidByRules(PARK);
const lexicon = sentimentLexicon();
const sentiment = (text: string) => sentimentOf(scoreSentence(text, lexicon).score);

Deno.test("the trained part reads what happened as praise or criticism, without a word of opinion", () => {
  const atHome = saidUnder();
  for (
    const [text, aspect, sentiment] of [
      ["It took three visits to fix the washer.", "quality_of_work", "negative"],
      ["Four phone calls and seven emails.", "responsiveness", "negative"],
      ["We waited over two hours.", "punctuality", "negative"],
      ["I had to chase them for an answer.", "responsiveness", "negative"],
      ["Nobody rang.", "communication", "negative"],
      ["$220 just to tell me who makes the door.", "pricing", "negative"],
      ["He was here within 40 minutes.", "responsiveness", "positive"],
      ["Their price was lower than two other quotes.", "pricing", "positive"],
      ["He knocked $50 off the bill.", "pricing", "positive"],
    ] as const
  ) assert.equal(atHome(text).aspects[aspect], sentiment, text);
});

Deno.test("a denial in a row with another one is not denied by it", () => {
  assert.equal(sentiment("No warning, no refund, no show."), "negative");
  assert.equal(sentiment("no phone call no show"), "negative");
});

Deno.test("twice as much is praise, not half as much is none, and prices tell by what is said of them", () => {
  for (
    const [text, sentiment] of [
      ["The staff are twice as friendly.", "positive"],
      ["The staff are not half as friendly.", "negative"],
      ["You pay a fortune for parking and even for the toilets.", "negative"],
      ["For the price I expected more.", "negative"],
      ["The price is on the high side.", "negative"],
    ] as const
  ) assert.ok(Object.values(inParkByRules(text).aspects).every((said) => said === sentiment), text);
  assert.equal(inParkByRules("Ticket prices range from $20 to $40.").aspects.price, "neutral");
});
const atTable = saidUnder(builtInTaxonomy("restaurant"));

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
  assert.equal(inParkByRules("We waited ages in the queue.", 2).aspects.queues, "negative");
});
const inCare = saidUnder(builtInTaxonomy("health_care"));

Deno.test("a comment that is a wish is criticism, whatever the stars", () => {
  for (
    const [text, aspect] of [
      ["Listened more.", "being_listened_to"],
      ["Answer the phone quicker", "appointments_and_access"],
      ["Answered the phone sooner.", "appointments_and_access"],
      ["More staff", "staffing"],
      ["Better parking", "transport_and_facilities"],
      ["Smoother transport.", "transport_and_facilities"],
      ["Be more friendly", "kindness"],
      ["Respect the patient.", "dignity_and_respect"],
      ["Maybe explain it a bit more.", "information_and_advice"],
      ["Not give me the wrong medication.", "treatment_quality"],
      ["Treat people like me with respect.", "dignity_and_respect"],
      ["Getting the ambulance to arrive more quickly.", "waiting_time"],
    ] as const
  ) for (const rating of [1, 3, 5]) assert.equal(inCare(text, rating).aspects[aspect], "negative", text);
  for (const text of ["Quicker response next time please", "Call back sooner."]) {
    for (const rating of [3, 5]) assert.equal(atHomeByRules(text, rating).aspects.responsiveness, "negative", text);
  }
});

Deno.test("no part of a wish is praise, whatever good it names", () => {
  for (const text of ["Not keep me on hold", "Provide the right care.", "Listen to us, be kinder."]) {
    assert.ok(!Object.values(inCare(text, 5).aspects).includes("positive"), text);
  }
});

Deno.test("praise without a subject, advice to readers and what got better are no wishes", () => {
  for (
    const [text, aspect] of [
      ["Listened to me and explained everything.", "being_listened_to"],
      ["Listen very well.", "being_listened_to"],
      ["Keep up the good work, friendly staff.", "kindness"],
      ["Not rushed at all, very kind.", "kindness"],
      ["More than happy with the kind staff.", "kindness"],
      ["Staff are friendly and need to be thanked.", "kindness"],
      ["To be honest, they were kind.", "kindness"],
      ["Provide excellent care.", "treatment_quality"],
      ["Did not have to wait very long.", "waiting_time"],
      ["I only waited for 15 minutes.", "waiting_time"],
      ["Listening to what I had to say.", "being_listened_to"],
    ] as const
  ) assert.equal(inCareByRules(text, 4).aspects[aspect], "positive", text);
  for (const text of ["My back got better.", "Let me tell you, kind staff.", "All you need to know is explained."]) {
    assert.ok(!Object.values(inCareByRules(text, 4).aspects).includes("negative"), text);
  }
});
