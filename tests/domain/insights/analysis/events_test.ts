import assert from "node:assert/strict";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { sentimentOf } from "../../../../domain/insights/sentiment/review_score.ts";
import { PARK, saidByRules, saidUnder } from "../../../support/insights/said_of.ts";

const inPark = saidByRules(PARK);
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
  ) assert.ok(Object.values(inPark(text).aspects).every((said) => said === sentiment), text);
  assert.equal(inPark("Ticket prices range from $20 to $40.").aspects.price, "neutral");
});
