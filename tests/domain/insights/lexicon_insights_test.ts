import assert from "node:assert/strict";
import { sampleDataset } from "../../../domain/dataset/sample_dataset.ts";
import { InsightsDocument } from "../../../domain/documents/insights_document.ts";
import { computedInsights } from "../../support/reviews/computed_insights.ts";
import type { Taxonomy } from "../../../domain/insights/taxonomy/taxonomy.ts";
import { taxonomyOf } from "../../support/insights/reading_of.ts";
import { builtInTaxonomy, TAXONOMY_NAMES } from "../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { useProgress } from "../../../domain/progress.ts";
import { compareReviews } from "../../../domain/review.ts";
import { businessOf, reviewOf, reviewsOf } from "../../support/reviews/review_of.ts";
import { hostileDataset } from "../../support/reviews/attacks.ts";

const taxonomy = builtInTaxonomy("home_services");

Deno.test("the progress names each part of the summary, up to the last", () => {
  const { business, reviews } = sampleDataset();
  const heard: (readonly [done: number, total: number | null])[] = [];
  useProgress((step, done, total) => step === "summarising" && heard.push([done, total]));
  try {
    computedInsights(business, reviews, taxonomy);
  } finally {
    useProgress(() => {});
  }
  assert.deepEqual(heard, Array.from({ length: 6 }, (_, part) => [part, 5]));
});

Deno.test("of the sample most aspects have phrases, and the answers quote and name the reviews they rest on", () => {
  const { business, reviews } = sampleDataset();
  const { aspects, faq, pull_quote } = computedInsights(business, reviews, taxonomy);
  assert.ok(aspects.filter(({ top_phrases }) => top_phrases.length > 0).length > 6);
  assert.ok(pull_quote !== null && faq.length >= 6, String(faq.length));
  assert.ok(faq.every(({ source_review_ids }) => source_review_ids.length > 0));
  assert.ok(faq.flatMap(({ answer }) => [...answer.matchAll(/“[^”]*”/g)]).length >= 6);
});

Deno.test("of the sample five stars are no criticism and one star is no praise", () => {
  const { business, reviews } = sampleDataset();
  const { per_review } = computedInsights(business, reviews, taxonomy);
  const said = (rating: number, sentiment: string) =>
    reviews.filter((review) => review.rating === rating && per_review[review.id]?.sentiment === sentiment).length;
  assert.deepEqual([said(5, "negative"), said(1, "positive")], [0, 0]);
});

Deno.test("hostile texts give a valid document under every taxonomy", () => {
  const { business, reviews } = hostileDataset();
  const ids = reviewsOf(6 * reviews.length).map(({ id }) => id);
  const copies = ids.map((id, at) => ({ ...reviews[at % reviews.length]!, id })).sort(compareReviews);
  for (const name of TAXONOMY_NAMES) {
    const document = computedInsights(business, copies, builtInTaxonomy(name));
    assert.deepEqual(InsightsDocument.parse(document), document);
  }
});

const OWN = taxonomyOf({
  aspects: [
    { id: "cramps", label: "Cramps", words: ["cramp"], burden: true },
    { id: "food", label: "Food", words: ["food"], judged_words: ["area"] },
  ],
  problems: [
    { id: "leak", label: "Leaks", words: ["leak"] },
    { id: "noise", label: "Noise", words: ["noise"], burden: true },
    { id: "fault", label: "Faults", words: ["fault"], reason_for_visit: true },
  ],
});

/** Units that are repeated until they fill a long text. In quadratic time it would take minutes, in cubic time a quarter of an hour. */
const UNITS: readonly (readonly [Taxonomy, units: readonly string[]])[] = [
  [taxonomy, "a|😀|not |but |a. |1.|<b>|漢|ไทย|سلام |e\u0301|never so |lack |a'|\" |a\n".split("|")],
  [taxonomy, "fair price |not late, but |great job. |<b>clean</b>|Late!\n".split("|")],
  [OWN, "cramps |no cramps or |cramps before |cramps went |good cramps, |noise |leak fixed |fault still ".split("|")],
  [OWN, "because leak |great area |please |please add ".split("|")],
];

for (const [taxonomy, units] of UNITS) {
  for (const unit of units) {
    Deno.test(`reviews of 100,000 characters of ${JSON.stringify(unit)} make insights at once`, () => {
      const text = `Here ${unit.repeat(Math.ceil(100_000 / unit.length))}`.slice(0, 100_000);
      const reviews = [2, 5].map((rating) => reviewOf({ native: `${rating}`, rating, text })).sort(compareReviews);
      const document = computedInsights(businessOf(), reviews, taxonomy);
      assert.deepEqual(InsightsDocument.parse(document), document);
      assert.equal(document.review_count, 2);
    });
  }
}

Deno.test("a taxonomy of 100 aspects of 1000 words each is read at once, and every aspect is found", () => {
  const letters = (n: number): string =>
    n < 26 ? String.fromCharCode(97 + n) : letters(Math.floor(n / 26) - 1) + letters(n % 26);
  const wordOf = (n: number) => `xq${letters(n)}q${n % 2 === 0 ? "" : " of the very long name"}`;
  const aspects = Array.from({ length: 100 }, (_, n) => ({
    ...{ id: `aspect_${n}`, label: `Aspect ${n}` },
    words: Array.from({ length: 1000 }, (_, k) => wordOf(n * 1000 + k)),
  }));
  const text = aspects.map(({ words: [word] }) => `The ${word} was great.`).join(" ");
  const document = computedInsights(businessOf(), reviewsOf(8, { text }), taxonomyOf({ aspects }));
  assert.equal(document.aspects.length, 100);
  for (const { mention_count, positive_count } of document.aspects) {
    assert.deepEqual([mention_count, positive_count], [8, 8]);
  }
});

Deno.test("nothing is published of the general taxonomy below five reviews, nor of any where most texts were not read", () => {
  const english = ["The staff were rude.", "The staff are very friendly.", "It is too expensive. No refund."];
  const italian = "Il personale è molto gentile, ma il prezzo è troppo alto per noi.";
  const of = (count: number, ofOthers: number) => [
    ...reviewsOf(3 * count, (at) => ({ rating: 3, text: english[at % 3]! })),
    ...reviewsOf(ofOthers, { native: "it", rating: 3, text: italian }),
  ];
  const publishedIds = (count: number, ofOthers: number, name = "general") => {
    const document = computedInsights(businessOf(), of(count, ofOthers), builtInTaxonomy(name));
    const { aspects, entities: { problems }, per_review } = document;
    assert.equal(Object.values(per_review).some((analysis) => analysis.problems.length > 0), problems.length > 0);
    return [...aspects, ...problems].map(({ id }) => id);
  };
  // The price is not published below twenty.
  assert.deepEqual(publishedIds(20, 0), ["staff", "value", "refund_refused", "rude_staff"]);
  assert.deepEqual(publishedIds(19, 0), ["staff", "refund_refused", "rude_staff"]);
  assert.deepEqual(publishedIds(4, 0), ["staff"]);
  assert.deepEqual(publishedIds(5, 16), []);
  assert.deepEqual(publishedIds(5, 15).length, 3);
  const { summary, faq, pull_quote, topics } = computedInsights(businessOf({ name: "Acme" }), of(5, 16), taxonomy);
  const counted =
    "Acme has 31 reviews, all with three stars. 16 reviews are in Italian and counted by the stars alone.";
  assert.equal(summary, counted);
  assert.deepEqual([faq, pull_quote, topics], [[], null, []]);
});

Deno.test("the pull quote joins a word of an aspect and the praise of it", () => {
  const quoteOf = (text: string) => {
    const document = computedInsights(businessOf(), reviewsOf(5, { text }), builtInTaxonomy("general"));
    return [document.aspects[0]?.positive_count, document.pull_quote];
  };
  assert.deepEqual(quoteOf("They had a great band and the staff showed the lovely garden."), [5, null]);
  const praise = "They had a great band and the staff were lovely.";
  assert.deepEqual(quoteOf(praise), [5, praise]);
});

Deno.test("no phrase judges people by their looks, and a number is the same in prose and figures", () => {
  const texts = ["The fat staff were rude.", "Rude staff.", "The staff were rude to us."];
  const reviews = reviewsOf(24, (at) => ({ rating: 1, text: texts[at % texts.length]! }));
  const document = computedInsights(businessOf({ name: "Acme" }), reviews, builtInTaxonomy("general"));
  const staff = document.aspects.find(({ id }) => id === "staff");
  assert.equal(staff?.mention_count, 24);
  assert.ok(staff?.top_phrases.length && staff.top_phrases.every((phrase) => !phrase.includes("fat")));
  assert.match(document.summary ?? "", /staff \(24 reviews\)/);
  assert.match(document.faq[0]?.answer ?? "", /^Staff: 24 reviews, 0 with praise and 24 with criticism\./);
});
