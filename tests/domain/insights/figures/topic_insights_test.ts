import assert from "node:assert/strict";
import type { Evidence } from "../../../../domain/insights/figures/evidence.ts";
import { topicInsights } from "../../../../domain/insights/aggregate_insights.ts";
import { STAND_IN_READER, standInAnalysis } from "../../../support/insights/stand_in_analysis.ts";
import { businessOf, reviewOf } from "../../../support/reviews/review_of.ts";

const texts = [
  "A blue door and a red roof. A red gate.",
  "A red gate it was. A blue door. A red hat.",
  "A red gate. A blue door. A red hat.",
];
const evidence = texts.map((text, n): Evidence => {
  const review = reviewOf({ native: String(n), text });
  return { review, analysis: standInAnalysis(businessOf())(review), sentiment: "neutral", score: 0.5, spans: [] };
});
const topics = ["red", "blue"];

Deno.test("topicInsights() takes the phrases of a topic from the sentences on it", () => {
  const reader = {
    ...STAND_IN_READER,
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
    ...STAND_IN_READER,
    topicsIn: (sentence: string) => {
      read.push(sentence);
      return topics;
    },
  };
  const some = evidence.slice(0, 1);
  topicInsights(new Map(topics.map((id) => [id, some])), new Map(), reader, () => false);
  assert.deepEqual(read, ["A blue door and a red roof.", "A red gate."]);
});
