import assert from "node:assert/strict";
import { chosenTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { saidByRules } from "../../../support/insights/said_of.ts";

const atHome = saidByRules();
const inPark = saidByRules(Taxonomy.parse({
  id: "park",
  version: 1,
  aspects: [
    { id: "rides", label: "Rides", words: ["ride"] },
    { id: "parking", label: "Parking", words: ["car park"] },
    { id: "staff", label: "Staff", words: ["staff", "attendant"] },
  ],
  problems: [],
  topics: [],
}));
const inCare = saidByRules(chosenTaxonomy("health_care"));

Deno.test("what somebody else did wrong is not the business's", () => {
  for (
    const [text, aspect] of [
      ["The last company overcharged us; Acme did not.", "pricing"],
      ["The previous plumber was rude, careless and left a mess.", "friendliness"],
      ["Two other companies quoted outrageous prices.", "pricing"],
      ["Another outfit had botched the install.", "quality_of_work"],
      ["The builder before them did terrible work.", "quality_of_work"],
      ["Our old electrician never showed up.", "punctuality"],
      ["Unlike the last guys, who were late every time.", "punctuality"],
      ["The original installer did shoddy work.", "quality_of_work"],
      ["Three competitors wanted way too much money, an awful price.", "pricing"],
    ] as const
  ) {
    for (const rating of [3, 5]) {
      const said = atHome(text, rating);
      assert.notEqual(said.aspects[aspect], "negative", text);
      assert.deepEqual(said.problems, [], text);
    }
  }
});

Deno.test("of others is only what stands of them: neighbours, makers and utilities, not what follows", () => {
  for (
    const [text, aspect] of [
      ["My neighbor used somebody else and got overcharged.", "pricing"],
      ["A different plumber had done a shoddy job years ago.", "quality_of_work"],
      ["The manufacturer was rude.", "friendliness"],
      ["The power company was rude.", "friendliness"],
    ] as const
  ) assert.notEqual(atHome(text, 3).aspects[aspect], "negative", text);
  assert.equal(atHome("Unlike the last guys, they cleaned up.", 3).aspects.cleanliness, "positive");
  assert.equal(atHome("Our last plumber was rude, Denise is gentle.", 3).aspects.friendliness, "positive");
  assert.equal(atHome("They sent a different plumber who was rude.", 3).aspects.friendliness, "negative");
});

Deno.test("somebody else who is better is criticism of the business", () => {
  const { friendliness, responsiveness } =
    atHome("My last plumber was friendlier, faster and charged less.", 2).aspects;
  assert.deepEqual([friendliness, responsiveness], ["negative", "negative"]);
});

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
    for (const rating of [1, 5]) assert.deepEqual(atHome(text, rating).problems, [], text);
  }
});

Deno.test("what stays or comes back after the visit is", () => {
  for (
    const [text, problem] of [
      ["Two visits later there is still no heat.", "no_heat_or_cooling"],
      ["The drain clogged again the next day.", "recurring_fault"],
      ["It leaks worse than before.", "leak"],
      ["After they left we had no hot water.", "no_hot_water"],
      ["The new unit is noisy.", "noise"],
    ] as const
  ) {
    assert.ok(atHome(text, 2).problems.includes(problem), text);
  }
});

Deno.test("the business beside somebody else keeps its own opinion", () => {
  assert.equal(atHome("The other company was expensive, but Acme had a fair price.", 5).aspects.pricing, "positive");
  assert.equal(atHome("The last guy was late. These guys were late as well.", 2).aspects.punctuality, "negative");
  assert.equal(atHome("I also called another plumber because Acme was rude.", 1).aspects.friendliness, "negative");
});

Deno.test("in an unhappy review, praise of the company that was hired instead is none of the business", () => {
  for (
    const text of [
      "Second company replaced a $30 contactor and it has run like a top ever since.",
      "The new firm's unit has run like a top and is a great job.",
      "We hired another company. They were on time, polite and did great work.",
      "I called a different electrician and he did a great job. He was polite and punctual.",
      "Had to hire someone else, who was polite and did a great job.",
    ]
  ) {
    for (const rating of [1, 2]) {
      const praised = Object.values(atHome(text, rating).aspects).filter((sentiment) => sentiment === "positive");
      assert.deepEqual(praised, [], text);
    }
  }
  assert.equal(atHome("The second company was on time.", 5).aspects.punctuality, "positive");
  assert.equal(atHome("They sent another plumber who was polite.", 1).aspects.friendliness, "positive");
  assert.equal(atHome("I called another plumber. They were rude.", 1).aspects.friendliness, "negative");
});

Deno.test("what describes a customer's own people and things is not the business's", () => {
  for (
    const [text, aspect] of [
      ["You have allowed my daughter to be with an abusive partner.", "dignity_and_respect"],
      ["A lovely lady listened to me about my abusive ex.", "dignity_and_respect"],
      ["My husband was rude and they still listened to him.", "kindness"],
      ["They helped me out of an abusive relationship.", "dignity_and_respect"],
      ["I was bullied by my husband for years.", "dignity_and_respect"],
      ["My very rude neighbours rang as well.", "kindness"],
    ] as const
  ) for (const rating of [1, 3, 5]) assert.equal(inCare(text, rating).aspects[aspect], undefined, text);
  for (
    const [text, aspect] of [
      ["They cleaned my filthy house.", "cleanliness"],
      ["He took no notice of our noisy old dog, and was quick.", "quality_of_work"],
    ] as const
  ) assert.notEqual(atHome(text, 3).aspects[aspect], "negative", text);
});

Deno.test("what the business did to a customer's people and things stays its own", () => {
  for (
    const [text, aspect] of [
      ["The nurse was rude to my partner.", "kindness"],
      ["My partner was treated by an abusive nurse.", "dignity_and_respect"],
      ["The receptionist is an abusive person.", "dignity_and_respect"],
    ] as const
  ) assert.equal(inCare(text, 1).aspects[aspect], "negative", text);
  for (const text of ["They left my house filthy.", "My house was dirty after they left."]) {
    assert.equal(atHome(text, 1).aspects.cleanliness, "negative", text);
  }
});

Deno.test("what customers do by themselves is not the business's", () => {
  for (const text of ["We were twenty minutes late.", "Some of our guests arrived late.", "My husband was late."]) {
    assert.equal(atHome(text, 3).aspects.punctuality, undefined, text);
  }
  assert.equal(atHome("They were twenty minutes late.", 3).aspects.punctuality, "negative");
  assert.equal(inPark("I lost my phone on the ride.", 3).aspects.rides, "neutral");
  assert.equal(inPark("They lost my phone on the ride.", 3).aspects.rides, "negative");
});

Deno.test("a place that only tells who is meant is not judged", () => {
  for (
    const [text, aspect] of [
      ["The man in the car park was lovely.", "parking"],
      ["The guy on the log flume ride was a star.", "rides"],
      ["The ride attendant was friendly.", "rides"],
    ] as const
  ) assert.equal(inPark(text).aspects[aspect], undefined, text);
  assert.equal(inPark("The ride attendant was friendly.").aspects.staff, "positive");
  assert.equal(inPark("The man at the desk was friendly to the staff.").aspects.staff, "positive");
  for (const text of ["The lady at the desk was rude.", "The guy on the phone was really rude."]) {
    assert.equal(atHome(text).aspects.friendliness, "negative", text);
  }
  assert.equal(inPark("Our pram was stolen outside the ride.").aspects.rides, undefined);
  assert.equal(inPark("The staff loved the ride, a great ride.").aspects.rides, "positive");
});

Deno.test("other passengers and visitors are the business's, one's own are not", () => {
  const inTrain = saidByRules(Taxonomy.parse({
    id: "train",
    version: 1,
    aspects: [{ id: "passengers", label: "Passengers", words: ["passenger"] }],
    problems: [],
    topics: [],
  }));
  assert.equal(inTrain("Rude passengers on every train.").aspects.passengers, "negative");
  assert.notEqual(inTrain("I drive a cab and my rude passengers made me late.").aspects.passengers, "negative");
});

Deno.test("what a named firm did that customers left is not the business's, what they found here is", () => {
  for (
    const text of [
      "After the terrible time we had with Park4Less (rude staff, a dirty car park) this was a dream.",
      "After an awful experience at Ride World with rude staff these people were a joy.",
      "Ride World was dirty and the staff rude so we moved here.",
    ]
  ) assert.notEqual(inPark(text).aspects.staff, "negative", text);
  assert.equal(inPark("After an awful day at Ride World the staff here were rude.").aspects.staff, "negative");
  assert.equal(inPark("The staff were rude, so we moved away.").aspects.staff, "negative");
  assert.equal(inPark("We moved here in May and the staff are rude.").aspects.staff, "negative");
});
