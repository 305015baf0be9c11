import { fc } from "../../../support/properties.ts";
import assert from "node:assert/strict";
import { ReviewAnalysis } from "../../../../domain/documents/insights_document.ts";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { byRulesAlone } from "../../../../domain/insights/subjects/subject_detector.ts";
import homeServices from "../../../../domain/insights/taxonomy/home_services.json" with { type: "json" };
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { clausesAt } from "../../../../domain/insights/text/clause_split.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const business = businessOf({
  name: "Best Prompt Heating",
  technicians: [{ id: "ana-diaz", name: "Ana Diaz", aliases: [] }],
  service_areas: [{ id: "old-mill", label: "Old Mill", aliases: [] }],
});
const taxonomy = Taxonomy.parse(homeServices);
const analyze = reviewAnalyzer(textReader(business, taxonomy));

const STARS = [1, 2, 3, 4, 5];
const OF_STARS = ["negative", "negative", "neutral", "positive", "positive"];

Deno.test("a rating without words has the sentiment of its stars and mentions nothing", () => {
  const all = STARS.map((rating) => analyze(reviewOf({ rating, text: null })));
  assert.deepEqual(all.map(({ score }) => score), [-1, -0.5, 0, 0.5, 1]);
  assert.deepEqual(all.map(({ sentiment }) => sentiment), OF_STARS);
  for (const { aspects, topics, problems } of all) {
    assert.deepEqual([aspects, topics, problems], [[], [], []]);
  }
});

Deno.test("a placeholder for a missing text is read as none", () => {
  for (const text of ["Did not answer", "N/A", "n/a.", "No comment", "no  review"]) {
    assert.deepEqual([analyze(reviewOf({ rating: 4, text })).score, text], [0.5, text]);
  }
  assert.notEqual(analyze(reviewOf({ rating: 4, text: "Nothing" })).score, 0.5);
  assert.notEqual(analyze(reviewOf({ rating: 4, text: "😀" })).score, 0.5);
});

Deno.test("text and stars both move the sentiment", () => {
  assert.equal(analyze(reviewOf({ rating: 5, text: "Excellent." })).sentiment, "positive");
  assert.equal(analyze(reviewOf({ rating: 1, text: "Terrible." })).sentiment, "negative");
  const bad = [4, 5].map((rating) => analyze(reviewOf({ rating, text: "Rude, late and a total waste of money." })));
  assert.deepEqual(bad.map(({ sentiment }) => sentiment), ["negative", "negative"]);
  assert.ok(analyze(reviewOf({ rating: 1, text: "😡 😡 😡" })).score < -0.85);
  const silent = STARS.map((rating) => analyze(reviewOf({ rating, text: "He came on Tuesday." })).sentiment);
  assert.deepEqual(silent, OF_STARS);
  const scores = STARS.map((rating) => analyze(reviewOf({ rating, text: "Good work." })).score);
  assert.deepEqual(scores, scores.toSorted((a, b) => a - b));
  assert.equal(new Set(scores).size, 5);
});

Deno.test("an opinion far from an aspect is about something else", () => {
  const byRules = reviewAnalyzer(textReader(business, taxonomy, byRulesAlone, (_mention, _rating, decided) => decided));
  const pricing = (text: string) =>
    byRules(reviewOf({ text, rating: 3 })).aspects.find(({ id }) => id === "pricing")?.score ?? 0;
  assert.ok(pricing("A fair price.") > 0.3);
  assert.ok(Math.abs(pricing("The price stood on the paper that my old neighbour gave to a friendly man.")) < 0.15);
});

Deno.test("a word may speak of two aspects", () => {
  const reader = textReader(business, {
    ...taxonomy,
    aspects: ["speed", "care"].map((id) => ({ id, label: id, words: ["prompt"] })),
  });
  const { aspects } = reviewAnalyzer(reader)(reviewOf({ text: "He was prompt." }));
  assert.deepEqual(aspects.map(({ id }) => id), ["speed", "care"]);
});

Deno.test("a review mentions an aspect once, with every clause on it, verbatim", () => {
  const text = "Fair price. He came on Monday. The prices were reasonable; great pricing.";
  const pricing = analyze(reviewOf({ text })).aspects.filter(({ id }) => id === "pricing");
  const clauses = ["Fair price.", "The prices were reasonable;", "great pricing."];
  assert.deepEqual(pricing.map(({ spans }) => clausesAt(text, spans)), [clauses]);
  const twice = "The price was fair. The price was fair. A fair price, but a fair price";
  assert.deepEqual(analyze(reviewOf({ text: twice })).aspects.find(({ id }) => id === "pricing")?.spans, [
    ...[0, 19, 20, 39, 40, 53, 54, 70],
  ]);
});

Deno.test("topics are found by their words, in the order of the taxonomy, whatever the ending", () => {
  const text = "Warranties! It was an EMERGENCY, under warranty.";
  assert.deepEqual(analyze(reviewOf({ text })).topics, ["emergency_call_out", "warranty"]);
  const topics = [{ id: "papers", label: "Papers", words: ["policy", "repaint"] }];
  const analyzeOwn = reviewAnalyzer(textReader(business, { ...taxonomy, topics }));
  for (const text of ["Policies", "they repainted", "repainting", "the policy's"]) {
    assert.deepEqual(analyzeOwn(reviewOf({ text })).topics, ["papers"], text);
  }
});

Deno.test("the name of the business is neither praise nor an aspect", () => {
  const { aspects, score } = analyze(reviewOf({ rating: 3, text: "Called Best Prompt Heating." }));
  assert.deepEqual(aspects, []);
  assert.equal(score, analyze(reviewOf({ rating: 3, text: "Called Acme." })).score);
});

Deno.test("technicians are reported by id, services as the review has them, areas by their names", () => {
  const found = analyze(reviewOf({
    text: "Ana came to Old Mill.",
    mentioned_technicians: ["Ana Diaz", "Somebody"],
    mentioned_services: ["ac-repair"],
  }));
  assert.deepEqual(found.technicians.map(({ id }) => id), ["ana-diaz", "Somebody"]);
  assert.deepEqual(found.services.map(({ id }) => id), ["ac-repair"]);
  assert.deepEqual(found.service_areas, ["old-mill"]);
});

Deno.test("a technician or service has the opinion of the clause that names it, else of the whole review", () => {
  const found = (text: string) =>
    analyze(reviewOf({ text, rating: 4, mentioned_technicians: ["Ana Diaz"], mentioned_services: ["ac-repair"] }));
  const divided = found("Ana Diaz was wonderful and kind, but the office was rude and the price outrageous.");
  assert.deepEqual(divided.technicians.map(({ sentiment }) => sentiment), ["positive"]);
  assert.notEqual(divided.sentiment, "positive");
  assert.deepEqual(divided.services.map(({ score }) => score), [divided.score]);
  const plain = found("Ana Diaz came. What a terrible mess, rude and dishonest.");
  assert.deepEqual(plain.technicians.map(({ score }) => score), [plain.score]);
});

Deno.test("a person named in a five-star review is praised, despite a fault in the text, and nobody is blamed", () => {
  const named = (text: string, rating = 5) =>
    analyze(reviewOf({ text, rating, mentioned_technicians: ["Ana Diaz"] })).technicians[0]?.sentiment;
  assert.equal(named("Ana cleared a drain that three bottles of the stuff could not. Never again."), "positive");
  assert.equal(named("Ana refused to let her be embarrassed about the wipes."), "positive");
  const stench = "Ana Diaz refused to let her be embarrassed about the awful stench.";
  assert.deepEqual([named(stench, 1), named(stench)], ["negative", "positive"]);
});

Deno.test("any text gives a valid analysis with verbatim evidence, the same each time", () => {
  const words = fc.constantFrom(..."not but great late price ; 😡 if ? never so ' é".split(" "), "\n");
  const text = fc.oneof(
    fc.string({ unit: "binary", minLength: 1, maxLength: 60 }),
    fc.array(words, { minLength: 1 }).map((list) => list.join(" ")),
  );
  fc.assert(fc.property(text, fc.integer({ min: 1, max: 5 }), (text, rating) => {
    const review = reviewOf({ text, rating });
    const analysis = analyze(review);
    const { aspects, ...members } = analysis;
    const published = aspects.map(({ id, sentiment }) => ({ id, sentiment }));
    ReviewAnalysis.parse({ ...members, technicians: [], services: [], aspects: published });
    for (const { score, spans } of aspects) {
      assert.ok(Math.abs(score) <= 1 && spans.length > 0 && spans.length % 2 === 0);
      // They ascend within the text and do not overlap.
      assert.ok(
        spans.every((place, at) => at === 0 || (at % 2 === 0 ? place >= spans[at - 1]! : place > spans[at - 1]!)),
      );
      for (const clause of clausesAt(text, spans)) assert.ok(clause !== "" && clause === clause.trim());
    }
    assert.deepEqual(analyze(review), analysis);
  }));
});
