import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inPark = saidByRules(PARK);
const lexicon = sentimentLexicon();
const sentiment = (text: string) => sentimentOf(scoreSentence(text, lexicon).score);

const CLAIMS = {
  negative: [
    "It took three visits to fix the washer.",
    "Four phone calls and seven emails.",
    "We waited over two hours.",
    "It took almost three weeks.",
    "Took a couple of weeks to get on their calendar.",
    "I called them three times.",
    "Emailed twice.",
    "Had to ask three times.",
    "I had to chase them for an answer.",
    "It tripped again the day after.",
    "The gate still isn't on its hinges.",
    "Too far from the station.",
    "Nobody rang.",
    "No one had told him.",
    "$220 just to tell me who makes the door.",
    "Their price was higher than two other quotes.",
    "No call, no show.",
    "The leak came back within a week.",
    "Quoted $1,340 and charged $2,935.",
    "He said $95.50, then charged $195.",
    "It came an hour later than we were told.",
    "Make it easier to get through on the phone.",
    "Be on time.",
    "Without a doubt I would not use them again.",
    "The grading is all over the place.",
  ],
  positive: [
    "He was here within 40 minutes.",
    "It only took ten minutes.",
    "It took less than an hour.",
    "Their price was lower than two other quotes.",
    "He even carried the old one out.",
    "Nobody else comes close to it, a wonderful crew.",
    "Charged me $0 for it.",
    "I paid $1,475 and I'd have paid more just to watch her.",
    "They took the trip fee off.",
    "He knocked $50 off the bill.",
    "Quoted $1,340 for the coil, paid $1,340.",
    "The van arrived quicker than predicted.",
    "Don't think so the girl was very helpful.",
    "She waited with me.",
    "We never had to ask twice.",
    "They saved us a six hour wait.",
    "Without patient transport I could not get to hospital.",
  ],
  neutral: [
    "It took two hours.",
    "They came on Tuesday at 9.",
    "The machine lasted within a year of the other.",
    "He rang them twice.",
    "Two of them came with a van.",
    "We have used them for three years.",
    "They called within a few months.",
    "Quoted $1,340 for the coil.",
    "I paid $95 and $95 again.",
    "They said it could take over two hours.",
    "I called at six expecting nobody to pick up.",
    "Speed of response.",
  ],
} as const;

Deno.test("what happened tells for or against a business without a word of opinion, bare facts do not", () => {
  for (const [expected, texts] of Object.entries(CLAIMS)) {
    for (const text of texts) assert.equal(sentiment(text), expected, text);
  }
});

Deno.test("a denial in a row with another one is not denied by it", () => {
  assert.equal(sentiment("No warning, no refund, no show."), "negative");
  assert.equal(sentiment("no phone call no show"), "negative");
});

Deno.test("an opinion belongs to the aspect beside it, though an event stands in another clause", () => {
  const { aspects } = saidUnder()("The price was fair, but it took three visits to fix it.", 3);
  assert.deepEqual([aspects.pricing, aspects.quality_of_work], ["positive", "negative"]);
});

Deno.test("half and twice as much tell by what is measured, and prices by which way they went", () => {
  const { queues } = inPark("The queues are half as long.").aspects;
  assert.equal(queues, "positive");
  for (
    const [text, sentiment] of [
      ["The queue was twice as long.", "negative"],
      ["The staff are twice as friendly.", "positive"],
      ["The staff are not half as friendly.", "negative"],
      ["The ticket price went from £28 to £61.", "negative"],
      ["The ticket price dropped from $61 to $28.", "positive"],
      ["Parking costs £10 on top.", "negative"],
      ["The price goes up every year.", "negative"],
      ["Prices have come down.", "positive"],
      ["The fee rises every year.", "negative"],
      ["You pay a fortune for parking and even for the toilets.", "negative"],
      ["For the price I expected more.", "negative"],
      ["The price is on the high side.", "negative"],
    ] as const
  ) assert.ok(Object.values(inPark(text).aspects).every((said) => said === sentiment), text);
  assert.equal(inPark("Ticket prices range from $20 to $40.").aspects.price, "neutral");
});

Deno.test("what is not tried yet is not judged", () => {
  assert.equal(inPark("I have not tried the food yet so I cannot comment.").aspects.food, "neutral");
  assert.equal(inPark("I have not heard from your staff yet.").aspects.staff, "negative");
});

Deno.test("what was only feared before it turned out well, and what is not the fanciest, is not criticised", () => {
  assert.notEqual(inPark("We were worried about the parking but it was great.").aspects.parking, "negative");
  assert.notEqual(inPark("Not the fanciest restaurant.").aspects.food, "negative");
  assert.equal(inPark("Not the cleanest toilets.").aspects.toilets, "negative");
});

Deno.test("what a business does not care for is criticised, what a customer does not care for is not", () => {
  for (
    const text of [
      "Safety is clearly not a priority here.",
      "The safety of the climbers isn't their priority.",
      "Cleanliness is an afterthought.",
      "Service was a complete afterthought.",
      "Hygiene is not a concern for them.",
      "Children are not a priority.",
    ]
  ) assert.equal(sentiment(text), "negative", text);
  for (
    const text of [
      "Safety is a priority here.",
      "Service was a priority, dessert an afterthought of mine.",
      "Quality was not a priority for us.",
      "Cleanliness is not a concern.",
    ]
  ) assert.notEqual(sentiment(text), "negative", text);
  const said = saidByRules(Taxonomy.parse({
    ...PARK,
    aspects: [{ id: "safety", label: "Safety", words: ["safety", "safe"] }],
  }));
  assert.equal(said("Safety is clearly not a priority here.").aspects.safety, "negative");
  assert.equal(said("Safety is clearly their priority.", 5).aspects.safety, "positive");
});

Deno.test("what lost a star because it is a bit so is criticised, what earned the stars is not", () => {
  assert.equal(inPark("I'm giving four because the staff were a bit fast.", 4).aspects.staff, "negative");
  assert.equal(inPark("Gave it 3 stars as the staff were a little too chatty.", 3).aspects.staff, "negative");
  assert.notEqual(inPark("I'm giving four because the staff were lovely.", 4).aspects.staff, "negative");
  assert.notEqual(inPark("Giving five because the staff were so quick, a bit of magic.", 5).aspects.staff, "negative");
});
