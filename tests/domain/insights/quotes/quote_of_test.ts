import assert from "node:assert/strict";
import type { AnalyzedReview } from "../../../../domain/insights/analysis/analyzed_review.ts";
import type { Evidence } from "../../../../domain/insights/figures/evidence.ts";
import { quoteOf } from "../../../../domain/insights/quotes/quote_of.ts";
import { splitSentences } from "../../../../domain/insights/text/sentence_split.ts";
import { standInAnalysis } from "../../../support/insights/stand_in_analysis.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";
import { aggregated, PARK } from "../../../support/insights/said_of.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { isDirectOpinion } from "../../../../domain/insights/quotes/direct_opinion.ts";
import type { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { ownNames } from "../../../../domain/insights/quotes/own_names.ts";
import { computedInsights } from "../../../support/reviews/computed_insights.ts";

function evidenceOf(
  text: string,
  { rating = 5, sentiment = "positive" }: { rating?: number; sentiment?: AnalyzedReview["sentiment"] } = {},
): Evidence {
  const review = reviewOf({ native: text, text, rating });
  const analysis = { ...standInAnalysis(businessOf())(review), aspects: [], sentiment };
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

Deno.test("quoteOf() takes a sentence with an opinion of its own, and none when no sentence has one", () => {
  const evidence = [evidenceOf("They came on Monday morning. All in all it was a great day for us.")];
  assert.equal(quoteOf(evidence, "positive", judge)?.text, "All in all it was a great day for us.");
  assert.equal(quoteOf([evidenceOf("They came on Monday morning.")], "positive", judge), null);
});

Deno.test("quoteOf() takes only a sentence that can be quoted alone", () => {
  const unfit = ["He was great from the first minute.", "Rafa trabajó toda la tarde, good, y el precio fue muy justo."];
  for (const text of [...unfit, "They could have been good to us all."]) {
    assert.equal(quoteOf([evidenceOf(text)], "positive", judge), null, text);
  }
});

Deno.test("quoteOf() quotes no complaint from a happy customer, nor praise from an unhappy one", () => {
  const bad = "It was a bad day for the old furnace.";
  const happy = evidenceOf(bad);
  assert.equal(quoteOf([{ ...happy, sentiment: "negative" }], "negative", judge), null);
  assert.equal(quoteOf([evidenceOf(bad, { rating: 3, sentiment: "negative" })], "negative", judge)?.text, bad);
  const unhappy = evidenceOf("The coffee next door was good.", { rating: 1, sentiment: "negative" });
  assert.equal(quoteOf([{ ...unhappy, sentiment: "positive" }], "positive", judge), null);
});

Deno.test("quoteOf() quotes no review in another language, even where a sentence of it could be English", () => {
  const english = evidenceOf("Ana did a great job in no time.");
  const french = { ...english, analysis: { ...english.analysis, language: "fr" } };
  assert.equal(quoteOf([french], "positive", judge), null);
  assert.notEqual(quoteOf([english], "positive", judge), null);
});

Deno.test("quoteOf() quotes no sentence that a full stop too many has cut off", () => {
  const quoted = (rest: string) =>
    quoteOf([evidenceOf(`It was a great day to send the lot. ${rest}`)], "positive", judge);
  assert.equal(quoted("through this app."), null);
  assert.equal(quoted("Through this app we pay.")?.text, "It was a great day to send the lot.");
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

Deno.test("quoteOf() takes no sentence of two minds", () => {
  const unhappy = { rating: 1, sentiment: "negative" } as const;
  assert.equal(quoteOf([evidenceOf("It was a good day and a gloomy day.")], "positive", judge), null);
  assert.equal(quoteOf([evidenceOf("It was a bad day and a bright day.", unhappy)], "negative", judge), null);
  const bright = "It was a good day and a bright day.";
  assert.equal(quoteOf([evidenceOf(bright)], "positive", judge)?.text, bright);
});

Deno.test("quoteOf() quotes no sentence whose last clause contrasts with its opinion", () => {
  for (const turn of ["but the chairs were another matter", "however the hall was far away", "but it had a bad end"]) {
    assert.equal(quoteOf([evidenceOf(`It was a good day, ${turn}.`)], "positive", judge), null, turn);
  }
  const turned = "The hall was far away, but it was a great day.";
  assert.equal(quoteOf([evidenceOf(turned)], "positive", judge)?.text, turned);
});

Deno.test("quoteOf() quotes no bare facts: a quotation expresses the judgement itself", () => {
  const unhappy = { rating: 1, sentiment: "negative" } as const;
  const fact = evidenceOf("They came on Monday instead of Friday.", unhappy);
  assert.equal(quoteOf([fact], "negative", judge), null);
  const blame = evidenceOf("It was a bad day for us all.", unhappy);
  assert.equal(quoteOf([fact, blame], "negative", judge)?.text, "It was a bad day for us all.");
  assert.equal(quoteOf([evidenceOf("It was a good day for us.", unhappy)], "negative", judge), null);
});

Deno.test("quoteOf() quotes no sentence that names somebody else", () => {
  const named = evidenceOf("Rebecca was a great help to all of us.");
  assert.equal(quoteOf([named, evidenceOf("It was a good day for us.")], "positive", judge)?.text[0], "I");
  assert.equal(quoteOf([named], "positive", judge), null);
});

const BUSINESS = businessOf({ technicians: [{ id: "ada", name: "Ada", aliases: [] }] });
const GOOD = "They arrived on time and the price was fair.";

Deno.test("pullQuote() is a whole sentence of a review of five stars that praises two aspects", () => {
  const small = reviewOf({ native: "small", rating: 4, text: "they came" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD }), small]).pull_quote, GOOD);
  assert.equal(aggregated(BUSINESS, [reviewOf({ text: GOOD, rating: 4 }), small]).pull_quote, null);
});

for (
  const [what, text] of [
    ["money", "They arrived on time and the price of $90 was fair."],
    ["a turn", "They turned us away at first but the team was friendly and on time."],
    ["a negation", "They arrived on time and the price was never unfair, fair."],
    ["a name that the business does not give", "They arrived on time with Bob and the price was fair."],
    ["one aspect alone", "They arrived on time, all of them, every single one."],
    ["a question", "They arrived on time and was the price fair?"],
  ] as const
) {
  Deno.test(`pullQuote() refuses a sentence with ${what}`, () => {
    const small = reviewOf({ native: "small", rating: 4, text: "they came" });
    assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, null);
  });
}

Deno.test("pullQuote() lets the business's own technicians be named", () => {
  const text = "Great that Ada arrived on time and the price was fair.";
  const small = reviewOf({ native: "small", rating: 4, text: "great" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, text);
});

Deno.test("pullQuote() does not begin with a pronoun whose noun is missing", () => {
  const small = reviewOf({ native: "small", rating: 4, text: "he came" });
  const text = "He arrived on time and the price was fair.";
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, null);
});

Deno.test("pullQuote() does not take a holiday for a person's name", () => {
  const text = "They arrived on time on Mother's Day and the price was fair.";
  const small = reviewOf({ native: "small", rating: 4, text: "great" });
  assert.equal(aggregated(BUSINESS, [reviewOf({ text }), small]).pull_quote, text);
});

const TAXONOMY: Taxonomy = {
  id: "diner",
  version: 1,
  aspects: [
    { id: "place", label: "Place", words: ["window", "room"] },
    { id: "time", label: "Time", words: ["on time", "late"] },
    { id: "manner", label: "Manner", words: ["personality"] },
    { id: "price", label: "Price", words: ["overpriced"] },
  ],
  problems: [],
  topics: [],
};
const reader = textReader(businessOf(), TAXONOMY);
const IDS = TAXONOMY.aspects.map(({ id }) => id);
const isDirect = (sentence: string, aspect: string, sentiment: "positive" | "negative" = "positive") =>
  isDirectOpinion(reader, sentence, aspect, sentiment, IDS);

Deno.test("isDirectOpinion() requires the opinion beside, or as, a word of the aspect", () => {
  assert.equal(isDirect("We sat in a lovely room.", "place"), true);
  assert.equal(isDirect("The room was lovely.", "place"), true);
  assert.equal(isDirect("They came on time as always.", "time"), true);
  assert.equal(isDirect("In the room we had a long talk about what had been lovely.", "place"), false);
  assert.equal(isDirect("The room has four chairs.", "place"), false);
});

Deno.test("isDirectOpinion() excludes an aspect that only follows a preposition", () => {
  assert.equal(isDirect("The sandwiches from the take out window are delicious too.", "place"), false);
  assert.equal(isDirect("The take out window is delicious.", "place"), true);
});

Deno.test("isDirectOpinion() requires the opinion to have the quoted side", () => {
  assert.equal(isDirect("His personality was unpleasant.", "manner"), false);
  assert.equal(isDirect("His personality was unpleasant.", "manner", "negative"), true);
  assert.equal(isDirect("They were late and kind.", "time"), false);
  assert.equal(isDirect("They were late and kind.", "time", "negative"), true);
});

Deno.test("isDirectOpinion() refuses a complaint about another aspect", () => {
  assert.equal(isDirect("The room was shockingly overpriced.", "place", "negative"), false);
  assert.equal(isDirect("The room was shockingly overpriced.", "price", "negative"), true);
  assert.equal(isDirect("The room was filthy.", "place", "negative"), true);
});

const business = businessOf({
  name: "Calder Heating",
  technicians: [{ id: "gus-olsen", name: "Gus Olsen", aliases: [] }],
});
const isOwn = ownNames(business, [{ text: "the pipework is neat and the hope was there" }]);

Deno.test("ownNames() excludes sentences that name a customer or another firm", () => {
  for (
    const sentence of [
      "They paid for both of Rosie's hip operations.",
      "Angela was delighted with the work.",
      "They were cheaper than British Gas.",
      "We asked Will about the price.",
      "The work for June was done well.",
    ]
  ) assert.equal(isOwn(sentence), false, sentence);
  assert.equal(isOwn("Hope was delighted with the work.", "Hope Miller"), false);
});

Deno.test("names of the business and its people, days, months and first words are no names of customers", () => {
  for (
    const sentence of [
      "Gus was on time and I'm very happy with Calder.",
      "Pipework is neat and tidy.",
      "They came on Monday, early in May.",
      "The heating was back on by Christmas.",
      "Hope was there at last.",
    ]
  ) assert.equal(isOwn(sentence, "Priya N"), true, sentence);
});

const complaints = [
  "The mascot scared our children and was awful. The food was fine.",
  "The mascot was horrible. We left at four.",
  "An angry mascot pushed my son, terrible.",
  "The queue was long and the ride broke down.",
];

Deno.test("complaints that no problem covers are found, with sentences that say them", () => {
  const reviews = [
    ...complaints.map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text })),
    ...[1, 2, 3, 4, 5].map((n) => reviewOf({ native: `good ${n}`, text: "The garden was lovely." })),
    ...[1, 2, 3].map((n) => reviewOf({ native: `breaking ${n}`, rating: 1, text: "The carousel broke down, awful." })),
  ];
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.map(({ label, mention_count }) => [label, mention_count]), [["mascot", 3]]);
  const [mascot] = other_complaints ?? [];
  assert.deepEqual(mascot?.examples.toSorted(), [
    "An angry mascot pushed my son, terrible.",
    "The mascot scared our children and was awful.",
    "The mascot was horrible.",
  ]);
  for (const id of mascot?.example_review_ids ?? []) assert.ok(reviews.some((review) => review.id === id));
});

Deno.test("what two reviews complain of is no pattern, and what others praise is no complaint", () => {
  const few = complaints.slice(0, 2).map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const praised = [1, 2, 3].map((n) => reviewOf({ native: `good ${n}`, rating: 2, text: "The garden was lovely." }));
  const insights = computedInsights(businessOf({ name: "Park" }), [...few, ...praised], PARK);
  assert.deepEqual(insights.other_complaints, []);
});

Deno.test("a word that only stands in the same sentence as a complaint is no complaint", () => {
  const reviews = [1, 2, 3, 4].map((n) =>
    reviewOf({
      native: `far ${n}`,
      rating: 1,
      text: `The mascot walked with us and our friends to gate number ${n} where it smelt awful.`,
    })
  );
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.ok(!other_complaints?.some(({ label }) => label.includes("mascot")));
});

Deno.test("words that happy reviews use as well tell nothing of a complaint", () => {
  const bad = ["The staff were awful.", "The staff were horrible to us.", "Rude staff, the staff were terrible."];
  const reviews = [
    ...bad.map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text })),
    ...complaints.map((text, n) => reviewOf({ native: `mascot ${n}`, rating: 1, text })),
    ...[1, 2, 3, 4].map((n) => reviewOf({ native: `good ${n}`, text: `Lovely staff at gate ${n}.` })),
  ];
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.map(({ label }) => label), ["mascot"]);
});

Deno.test("a complaint that no sentence says plainly is not shown", () => {
  const reviews = [
    "Awful mascot again.",
    "Mascot horrible, as above.",
    "terrible mascot and so on and on",
    "The food was fine.",
  ].map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints, []);
});

Deno.test("what only stands beside a complaint about something else is not shown as one", () => {
  const reviews = [
    "The signs behind the mascot were awful.",
    "Terrible food, and then the mascot came.",
    "We waited with the mascot and the queue was horrible.",
    "It was awful that my son, who is small, could not see any mascot.",
  ].map((text, n) => reviewOf({ native: `bad ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints?.filter(({ label }) => label.includes("mascot")), []);
  const told = reviews.map((review, n) =>
    reviewOf({ ...review, native: `told ${n}`, text: `${review.text} The mascot was rude at gate ${n}.` })
  );
  const shown = computedInsights(businessOf({ name: "Park" }), told, PARK).other_complaints;
  assert.deepEqual(shown?.map(({ label, mention_count }) => [label, mention_count]), [["mascot", 4]]);
  for (const example of shown?.[0]?.examples ?? []) assert.match(example, /^The mascot was rude/);
});

Deno.test("criticism that stands far from a word is no complaint about it", () => {
  const reviews = [
    "I did not understand what my mascot plan was, and never got a written one.",
    "We asked what the mascot plan was and never got a written one.",
    "I asked where my mascot plan was and never got a good answer.",
    "They asked what the mascot plan was and never got a straight answer.",
  ].map((text, n) => reviewOf({ native: `far ${n}`, rating: 1, text }));
  const { other_complaints } = computedInsights(businessOf({ name: "Park" }), reviews, PARK);
  assert.deepEqual(other_complaints, []);
});
