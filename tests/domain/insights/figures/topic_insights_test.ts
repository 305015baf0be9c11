import assert from "node:assert/strict";
import type { Evidence } from "../../../../domain/insights/figures/evidence.ts";
import { topicInsights } from "../../../../domain/insights/aggregate_insights.ts";
import { textReader } from "../../../../domain/insights/analysis/text_reader.ts";
import { builtInTaxonomy } from "../../../../domain/insights/taxonomy/taxonomy_choice.ts";
import { EMPTY_ANALYSIS } from "../../../support/insights/reading_of.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const texts = [
  "A blue door and a red roof. A red gate.",
  "A red gate it was. A blue door. A red hat.",
  "A red gate. A blue door. A red hat.",
];
const evidence = texts.map((text, n): Evidence => ({
  ...{ review: reviewOf({ native: String(n), text }), analysis: EMPTY_ANALYSIS, sentiment: "neutral" },
  ...{ score: 0.5, spans: [] },
}));
const READER = textReader(businessOf(), builtInTaxonomy("general"));
const topics = ["red", "blue"];

Deno.test("topicInsights() takes the phrases of a topic from the sentences on it", () => {
  const reader = {
    ...READER,
    topicsIn: (sentence: string) => topics.filter((topic) => sentence.includes(topic)),
    topics: {
      isIn: (phrase: string, id: string) => phrase.includes(id),
      opinionsOn: (clause: string, id: string) => {
        assert.ok(clause.includes(id), clause);
        return [/\w+ (?:door|gate|roof|hat)/.exec(clause)?.[0] ?? ""];
      },
    },
  };
  const found = topicInsights(new Map(topics.map((id) => [id, evidence])), new Map(), reader, () => false);
  assert.deepEqual(found.map(({ id, mention_count, score, top_phrases }) => [id, mention_count, score, top_phrases]), [
    ["blue", 3, 0.5, ["blue door"]],
    ["red", 3, 0.5, ["red gate"]],
  ]);
});

Deno.test("topicInsights() reads every sentence once, however many topics a review speaks of", () => {
  const read: string[] = [];
  const reader = {
    ...READER,
    topicsIn: (sentence: string) => {
      read.push(sentence);
      return topics;
    },
  };
  const some = evidence.slice(0, 1);
  topicInsights(new Map(topics.map((id) => [id, some])), new Map(), reader, () => false);
  assert.deepEqual(read, ["A blue door and a red roof.", "A red gate."]);
});
