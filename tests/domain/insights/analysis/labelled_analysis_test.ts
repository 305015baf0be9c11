import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { believedLabels, labelledAnalysis } from "../../../../domain/insights/analysis/labelled_analysis.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { lexiconInsights } from "../../../../domain/insights/lexicon_insights.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf, reviewsOf } from "../../../support/reviews/review_of.ts";

const READER = textReader(businessOf(), builtInTaxonomy("restaurant"));

/** What a label of staff with this polarity and one of rude staff, both at a passage, leave of a review. */
function left(text: string, rating: 1 | 2 | 3 | 4 | 5, polarity: "positive" | "negative", passage: string) {
  const place = { start: text.indexOf(passage), end: text.indexOf(passage) + passage.length };
  const problems = polarity === "negative" ? [{ id: "rude_staff", ...place }] : [];
  const labels = { aspects: [{ id: "staff", polarity, ...place }], problems };
  const review = reviewOf({ text, rating });
  const analysis = reviewAnalyzer(READER)(review);
  const { aspects, problems: complaints } = labelledAnalysis(analysis, { text, rating, labels }, READER);
  return [...aspects.map(({ sentiment }) => sentiment), ...complaints];
}

Deno.test("under five stars criticism counts only where its passage names a fault, under one praise only where it praises", () => {
  const nice = "The staff were friendly. Nobody was rude to us, only the chairs were dirty.";
  assert.deepEqual(left(nice, 5, "negative", "The staff were friendly"), []);
  assert.deepEqual(left(nice, 5, "negative", "was rude to us"), []);
  assert.deepEqual(left(nice, 5, "negative", "the chairs were dirty"), ["negative", "rude_staff"]);
  const linked = nice.replace("chairs", "chairs (www.example.org/photos) here");
  assert.deepEqual(left(linked, 5, "negative", "were dirty"), ["negative", "rude_staff"]);
  assert.deepEqual(left(nice, 4, "negative", "The staff were friendly"), ["negative", "rude_staff"]);
  const awful = "The staff were rude. The cook was friendly.";
  assert.deepEqual(left(awful, 1, "positive", "The staff were rude"), []);
  assert.deepEqual(left(awful, 1, "positive", "The cook was friendly"), ["positive"]);
  assert.deepEqual(left(awful, 2, "positive", "The staff were rude"), ["positive"]);
  // A word that is a fault in English alone.
  const spanish = "El personal es muy amable y todo fue sin error, gracias por la comida.";
  assert.deepEqual(left(spanish, 5, "negative", "todo fue sin error"), []);
});

Deno.test("labels are not believed if most contradict the stars of at least five reviews", () => {
  const believed = (bad: number, good: number) => {
    const reviews = reviewsOf(bad + good, (at) => ({ text: `${at}` }));
    const of = ({ text }: { readonly text: string | null }) => {
      const polarity = Number(text) < bad ? "negative" as const : "positive" as const;
      return { aspects: [{ id: "staff", polarity, start: 0, end: 1 }], problems: [] };
    };
    return believedLabels(reviews, { of }).size;
  };
  assert.deepEqual([believed(4, 0), believed(5, 0), believed(3, 3), believed(4, 3)], [4, 0, 6, 0]);
});

Deno.test("a language that the rules do not know has quotations: the sentences around passages, where stars agree", () => {
  const quotesOf = (text: string, rating: 1 | 4 | 5) => {
    const reviews = reviewsOf(6, { author: "Ann Lee", text, rating });
    const place = { start: 4, end: 27 };
    const polarity = rating > 1 ? "positive" as const : "negative" as const;
    const of = () => ({ aspects: [{ id: "staff", polarity, ...place }], problems: [] });
    const labels = { labeller: { model: "m", host: "" }, of };
    const { overview } = lexiconInsights(businessOf(), reviews, builtInTaxonomy("restaurant"), null, labels);
    return overview.aspects.flatMap(({ quotes = [] }) => quotes.map(({ sentiment, text }) => [sentiment, text]));
  };
  const good = "Die Bedienung war sehr freundlich zu den Kindern. Danke!";
  assert.deepEqual(quotesOf(good, 5), [["positive", "Die Bedienung war sehr freundlich zu den Kindern."]]);
  assert.deepEqual(quotesOf("Die Bedienung von Ann Lee war sehr freundlich.", 5), []);
  assert.deepEqual(quotesOf("Die Bedienung war sehr freundlich wie jeder Betrüger.", 4), []);
});
