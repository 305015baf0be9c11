import assert from "node:assert/strict";
import { reviewAnalyzer } from "../../../../domain/insights/analysis/analyze_review.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { Taxonomy } from "../../../../domain/insights/taxonomy/taxonomy.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const analyze = reviewAnalyzer(textReader(businessOf(), builtInTaxonomy("home_services")));

// Each of these would take minutes in quadratic time.
for (
  const unit of [
    "a",
    "😀",
    "not ",
    "but ",
    "a. ",
    "1.",
    "<b>",
    "漢",
    "ไทย",
    "سلام ",
    "e\u0301",
    "never so ",
    "lack ",
    "a'",
    '" ',
    "a\n",
  ]
) {
  Deno.test(`100,000 characters of ${JSON.stringify(unit)} are analysed at once`, () => {
    const text = unit.repeat(Math.floor(100_000 / unit.length));
    const { score, aspects } = analyze(reviewOf({ text, rating: 5 }));
    assert.ok(score >= -1 && score <= 1);
    for (const { spans } of aspects) assert.ok((spans.at(-1) ?? 0) <= text.length);
  });
}

const OWN = Taxonomy.parse({
  id: "own",
  version: 1,
  aspects: [
    { id: "cramps", label: "Cramps", words: ["cramp"], burden: true },
    { id: "food", label: "Food", words: ["food"], judged_words: ["area"] },
  ],
  problems: [
    { id: "leak", label: "Leaks", words: ["leak"] },
    { id: "noise", label: "Noise", words: ["noise"], burden: true },
    { id: "fault", label: "Faults", words: ["fault"], reason_for_visit: true },
  ],
  topics: [],
});
const analyzeOwn = reviewAnalyzer(textReader(businessOf(), OWN));

// In cubic time "cramps" would take a quarter of an hour.
for (
  const unit of [
    "cramps ",
    "no cramps or ",
    "cramps before ",
    "cramps went ",
    "good cramps, ",
    "noise ",
    "leak fixed ",
    "fault still ",
    "because leak ",
    "great area ",
    "please ",
    "please add ",
  ]
) {
  Deno.test(`100,000 characters of "${unit}" are analysed at once in a taxonomy of one's own`, () => {
    const text = `Here ${unit.repeat(Math.floor(100_000 / unit.length))}`;
    const { score } = analyzeOwn(reviewOf({ text, rating: 2 }));
    assert.ok(score >= -1 && score <= 1);
  });
}
