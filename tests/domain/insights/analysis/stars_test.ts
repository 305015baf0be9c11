import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { PARK, saidUnder } from "../../../support/insights/said_of.ts";

const inPark = saidUnder(PARK);
const atHome = saidUnder();

Deno.test("a bare mention is neutral, whatever the stars", () => {
  for (
    const [text, aspect] of [
      ["There is a car park beside the gate.", "parking"],
      ["We ate in the restaurant on the hill.", "food"],
      ["We bought the tickets online in May.", "price"],
      ["We stood in the line for the train with our bags.", "queues"],
      ["An employee scanned the code.", "staff"],
    ] as const
  ) {
    for (const rating of [1, 2, 3, 4, 5]) assert.equal(inPark(text, rating).aspects[aspect], "neutral", text);
  }
  for (const rating of [1, 5]) {
    assert.equal(atHome("They charged us 140 dollars.", rating).aspects.pricing, "neutral");
    assert.equal(atHome("I scheduled it on the website in May.", rating).aspects.scheduling, "neutral");
    assert.equal(atHome("The installation took about two hours.", rating).aspects.quality_of_work, "neutral");
  }
});

Deno.test("words decide against the stars", () => {
  assert.equal(inPark("The queues were endless.", 5).aspects.queues, "negative");
  assert.equal(inPark("Very long lines everywhere.", 4).aspects.queues, "negative");
  assert.equal(inPark("The tickets are overpriced.", 5).aspects.price, "negative");
  assert.equal(inPark("The staff were lovely.", 1).aspects.staff, "positive");
  assert.equal(atHome("The price was fair.", 1).aspects.pricing, "positive");
  assert.equal(atHome("The dispatcher was rude.", 5).aspects.friendliness, "negative");
});

Deno.test("stars break the tie of praise and criticism", () => {
  const text = "The staff were friendly. The staff were rude.";
  assert.equal(inPark(text, 5).aspects.staff, "positive");
  assert.equal(inPark(text, 1).aspects.staff, "negative");
});

Deno.test("an own problem with a single-word term needs a complaint near it, whatever the stars", () => {
  const atHotel = saidUnder({
    ...PARK,
    id: "small_hotel",
    aspects: [{ id: "wifi", label: "Wi-Fi", words: ["wifi"] }],
    problems: [{ id: "wifi", label: "Wi-Fi trouble", words: ["wifi"] }, {
      id: "noise",
      label: "Noise",
      words: ["noisy"],
    }],
  });
  for (const rating of [1, 2, 3, 4]) {
    assert.deepEqual(atHotel("We had wifi in the room.", rating).problems, []);
    assert.deepEqual(atHotel("The wifi password is on the card.", rating).problems, []);
    assert.deepEqual(atHotel("WiFi signal was weak.", rating), { aspects: { wifi: "negative" }, problems: ["wifi"] });
    assert.deepEqual(atHotel("The wifi kept dropping.", rating).problems, ["wifi"]);
    assert.deepEqual(atHotel("The street is noisy.", rating).problems, ["noise"]);
  }
});

Deno.test("an unused offer is not criticised", () => {
  assert.equal(inPark("We didn't eat in the restaurant so can't comment on the food.").aspects.food, "neutral");
});

Deno.test("five stars are contradicted by words of opinion alone, and a patient's own state is no treatment", () => {
  assert.equal(atHome("The price was outrageous.", 5).aspects.pricing, "negative");
  const withPatients = saidUnder(builtInTaxonomy("health_care"));
  for (const text of ["To make matters worse she is deaf.", "In case her condition deteriorated."]) {
    assert.equal(withPatients(text, 5).aspects.treatment_quality, undefined, text);
  }
});

Deno.test("five stars with praise criticise no aspect, and without praise they do", () => {
  const text = "The queues were endless.";
  assert.equal(inPark(`${text} We loved the rides.`, 5).aspects.queues, undefined);
  assert.equal(inPark(text, 5).aspects.queues, "negative");
  assert.equal(inPark(`${text} We loved the rides.`, 4).aspects.queues, "negative");
});

Deno.test("a review of five stars complains of nothing, whatever the trained part says", () => {
  const analyze = reviewAnalyzer(textReader(businessOf(), builtInTaxonomy("home_services")));
  for (
    const text of [
      "The technician was rude and overcharged me.",
      "Nobody called back, terrible communication, and the leak is back.",
      "They damaged the floor and left a mess.",
      "One of the guys knocked over my orchid & I cried, over a plant, it was that kind of week. They sent an orchid.",
    ]
  ) assert.deepEqual(analyze(reviewOf({ text, rating: 5 })).problems, [], text);
});
