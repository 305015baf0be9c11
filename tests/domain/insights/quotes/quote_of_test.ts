import assert from "node:assert/strict";
import type { AnalyzedReview } from "../../../../domain/insights/analysis/analyzed_review.ts";
import type { Evidence } from "../../../../domain/insights/figures/evidence.ts";
import { quoteOf } from "../../../../domain/insights/quotes/quote_of.ts";
import { splitSentences } from "../../../../domain/insights/text/sentence_split.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { aggregated, EMPTY_ANALYSIS, taxonomyOf } from "../../../support/insights/reading_of.ts";
import { testClaims } from "../../../support/claims.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { isDirectOpinion } from "../../../../domain/insights/quotes/direct_opinion.ts";
import { ownNames } from "../../../../domain/insights/quotes/own_names.ts";

const CLAIMS = `${import.meta.dirname}/../../../fixtures/claims`;

function evidenceOf(
  text: string,
  { rating = 5, sentiment = "positive" }: { rating?: number; sentiment?: AnalyzedReview["sentiment"] } = {},
): Evidence {
  const review = reviewOf({ native: text, text, rating });
  const analysis = { ...EMPTY_ANALYSIS, sentiment };
  return { review, analysis, sentiment, score: sentiment === "positive" ? 0.8 : -0.8, spans: [] };
}

const judge = {
  sentencesOf: splitSentences,
  speaksOf: () => true,
  scoreOf: (sentence: string) => /good|great/.test(sentence) ? 0.6 : /bad/.test(sentence) ? -0.6 : 0,
  isDirect: () => true,
  opinionsIn: (sentence: string) => /bright/.test(sentence) ? [2] : /gloomy/.test(sentence) ? [-2] : [],
  isOwn: (sentence: string) => !sentence.includes("Rebecca"),
  quoted: new Set<string>(),
};

const UNHAPPY = { rating: 1, sentiment: "negative" } as const;
const BAD = "It was a bad day for the old furnace.";
const WHOLE = "It was a great day to send the lot.";
const FACT = "They came on Monday instead of Friday.";
type Case = readonly [quoted: string | null, texts: readonly string[], of?: Parameters<typeof evidenceOf>[1]];
const QUOTED: Readonly<Record<string, readonly Case[]>> = {
  "takes a sentence with an opinion of its own, and none when no sentence has one": [
    ["All in all it was a great day.", ["They came on Monday morning. All in all it was a great day."]],
    [null, ["They came on Monday morning."]],
  ],
  "prefers a sentence that is long enough to tell something": [
    ["It was a good day for our whole family.", [
      "It was a good day for us.",
      "It was a good day for our whole family.",
    ]],
  ],
  "takes only a sentence that can be quoted alone": [
    [null, ["He was great from the first minute."]],
    [null, ["Rafa trabajó toda la tarde, good, y el precio fue muy justo."]],
    [null, ["They could have been good to us all."]],
  ],
  "quotes no sentence that a full stop too many has cut off": [
    [null, [`${WHOLE} through this app.`]],
    [WHOLE, [`${WHOLE} Through this app we pay.`]],
  ],
  "takes no sentence of two minds": [
    [null, ["It was a good day and a gloomy day."]],
    [null, ["It was a bad day and a bright day."], UNHAPPY],
    ["It was a good day and a bright day.", ["It was a good day and a bright day."]],
  ],
  "quotes no sentence whose last clause contrasts with its opinion": [
    [null, ["It was a good day, but the chairs were another matter."]],
    [null, ["It was a good day, however the hall was far away."]],
    [null, ["It was a good day, but it had a bad end."]],
    ["The hall was far away, but it was a great day.", ["The hall was far away, but it was a great day."]],
  ],
  "quotes no bare facts: a quotation expresses the judgement itself": [
    [null, [FACT], UNHAPPY],
    [BAD, [FACT, BAD], UNHAPPY],
    [null, ["It was a good day for us."], UNHAPPY],
  ],
  "quotes no sentence that names somebody else": [
    ["It was a good day for us.", ["Rebecca was a great help to all of us.", "It was a good day for us."]],
    [null, ["Rebecca was a great help to all of us."]],
  ],
};

for (const [rule, cases] of Object.entries(QUOTED)) {
  Deno.test(`quoteOf() ${rule}`, () => {
    for (const [quoted, texts, of] of cases) {
      const evidence = texts.map((text) => evidenceOf(text, of));
      const side = of?.sentiment === "negative" ? "negative" : "positive";
      assert.equal(quoteOf(evidence, side, judge)?.text ?? null, quoted, texts.join());
    }
  });
}

Deno.test("quoteOf() quotes no complaint from a happy customer, nor praise from an unhappy one", () => {
  const happy = evidenceOf(BAD);
  assert.equal(quoteOf([{ ...happy, sentiment: "negative" }], "negative", judge), null);
  assert.equal(quoteOf([evidenceOf(BAD, { rating: 3, sentiment: "negative" })], "negative", judge)?.text, BAD);
  const unhappy = evidenceOf("The coffee next door was good.", UNHAPPY);
  assert.equal(quoteOf([{ ...unhappy, sentiment: "positive" }], "positive", judge), null);
});

Deno.test("quoteOf() quotes no review in another language, even where a sentence of it could be English", () => {
  const english = evidenceOf("Ana did a great job in no time.");
  const french = { ...english, analysis: { ...english.analysis, language: "fr" } };
  assert.equal(quoteOf([french], "positive", judge), null);
  assert.notEqual(quoteOf([english], "positive", judge), null);
});

Deno.test("quoteOf() quotes no sentence twice, and a weaker one in its place", () => {
  const evidence = [evidenceOf("They did a great piece of work."), evidenceOf("We thought that the day was good.")];
  const quoted = new Set(["They did a great piece of work."]);
  assert.equal(quoteOf(evidence, "positive", { ...judge, quoted })?.text, "We thought that the day was good.");
  assert.equal(quoteOf(evidence.slice(0, 1), "positive", { ...judge, quoted }), null);
});

Deno.test("quoteOf() takes no complaint of another subject for one of this", () => {
  const text = "The meal was bad and the table was there.";
  const complaint = evidenceOf(text, { rating: 1, sentiment: "negative" });
  const aspects = ["meal", "table"].map((id) => ({
    id,
    sentiment: "negative" as const,
    score: -0.5,
    spans: [text.indexOf(id), text.indexOf(id) + id.length],
  }));
  const evidence = [{ ...complaint, analysis: { ...complaint.analysis, aspects } }];
  assert.equal(quoteOf(evidence, "negative", { ...judge, isDirect: () => false }), null);
  assert.equal(quoteOf(evidence, "negative", judge)?.text, text);
});

Deno.test("quoteOf() takes only a sentence that joins the subject and the opinion", () => {
  const [beside, apart] = ["The food was good in all.", "We had good fun after the food."];
  const evidence = [evidenceOf(apart), evidenceOf(beside)];
  assert.equal(quoteOf(evidence, "positive", judge)?.text, apart);
  const isDirect = (text: string, side: string) => text === beside && side === "positive";
  assert.equal(quoteOf(evidence, "positive", { ...judge, isDirect })?.text, beside);
  assert.equal(quoteOf(evidence.slice(0, 1), "positive", { ...judge, isDirect }), null);
});

const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });
const GOOD = "They arrived on time and the price was fair.";

Deno.test("pullQuote() is a whole sentence of a review of five stars that praises two aspects", () => {
  const small = reviewOf({ native: "small", rating: 4, text: "they came" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD }), small]).pull_quote, GOOD);
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD, rating: 4 }), small]).pull_quote, null);
  const unhappy = reviewOf({ text: "They were late.", rating: 2 });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD }), unhappy]).pull_quote, null, "half are unhappy");
});

const SMALL = reviewOf({ native: "small", rating: 4, text: "great that they came, he came" });

testClaims(`${CLAIMS}/pull_quotes.txt`, ({ expected, texts: [text = ""] }) => {
  const { pull_quote } = aggregated(BUSINESS, [reviewOf({ text }), SMALL]);
  assert.equal(pull_quote, expected === "taken" ? text : null, expected);
});

const TAXONOMY = taxonomyOf({
  aspects: [
    { id: "place", label: "Place", words: ["window", "room"] },
    { id: "time", label: "Time", words: ["on time", "late"] },
    { id: "manner", label: "Manner", words: ["personality"] },
    { id: "price", label: "Price", words: ["overpriced"] },
  ],
});
const reader = textReader(businessOf(), TAXONOMY);
const IDS = TAXONOMY.aspects.map(({ id }) => id);

// The aspect that a sentence is about, and the sides of what it says directly of it.
testClaims(`${CLAIMS}/direct_opinions.txt`, ({ expected, texts }) => {
  const [aspect = ""] = expected.split(" ");
  for (const text of texts) {
    const sides = (["positive", "negative"] as const).filter((side) =>
      isDirectOpinion(reader, text, aspect, side, IDS)
    );
    assert.equal([aspect, ...sides].join(" "), expected, text);
  }
});

const business = businessOf({
  name: "Calder Heating",
  technicians: [{ id: "gus-olsen", name: "Gus Olsen", aliases: [] }],
});
const isOwn = ownNames(business, [{ text: "the pipework is neat and the hope was there" }]);

// Whether the names in a sentence are all the business's `own`; the setting is the author.
testClaims(`${CLAIMS}/own_names.txt`, ({ expected, texts, setting }) => {
  for (const text of texts) assert.equal(isOwn(text, setting.join(" ")), expected === "own", text);
});
