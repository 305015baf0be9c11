import assert from "node:assert/strict";
import { packedKeys, type PackedModel } from "../../../../domain/insights/model/linear_model.ts";
import { type PolarityJudge, polarityJudge, type Trust } from "../../../../domain/insights/polarity/polarity_judge.ts";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";

const TRUST: Trust = { stars: { 1: -2, 2: -1, 4: 1, 5: 2 }, neutral: 0, neutralByRules: 0, rules: 1 };
const lexicon = sentimentLexicon();

/** A model that gives every clause the same log-odds. */
function saying(negative: number, neutral: number, positive: number): PackedModel {
  const classes = ["negative", "neutral", "positive"];
  const none = { features: packedKeys([]), counts: "", weights: "" };
  return { classes, scale: 1, biases: [negative, neutral, positive], ...none };
}

function judged(
  judge: PolarityJudge,
  rating: number,
  ruled: number,
  decided = ruled,
  text = "He came at noon.",
): number {
  const sentences = [scoreSentence(text, lexicon)];
  return judge({ sentences, clauses: [0, 0], parts: [null], places: [], ruled }, rating, decided);
}

Deno.test("the model decides, and a score by the rules stays where they agree", () => {
  const praising = polarityJudge(saying(-3, -2, 3), TRUST);
  assert.equal(judged(praising, 3, 0.37), 0.37);
  assert.ok(judged(praising, 3, -0.2) > 0.1);
  assert.ok(judged(praising, 3, 0) > 0.1);
  assert.equal(judged(polarityJudge(saying(-3, 3, -3), TRUST), 3, -0.4), 0);
  assert.ok(judged(polarityJudge(saying(3, -3, -3), TRUST), 3, 0.2) < -0.1);
});

Deno.test("a small lead gives a score just outside neutral, and no score exceeds 1", () => {
  assert.equal(judged(polarityJudge(saying(-3, 0, 0.01), TRUST), 3, 0), 0.11);
  const score = judged(polarityJudge(saying(-3, -90, 90), TRUST), 3, 0);
  assert.ok(score > 0.9 && score <= 1, `${score}`);
});

Deno.test("stars break a tie of praise and criticism, and outweigh a weak neutral", () => {
  const torn = polarityJudge(saying(1, -3, 1), TRUST);
  assert.ok(judged(torn, 5, 0) > 0 && judged(torn, 1, 0) < 0);
  const bare = polarityJudge(saying(-3, 1.5, 0), TRUST);
  assert.ok(judged(bare, 5, 0) > 0.1);
  assert.deepEqual([judged(bare, 4, 0), judged(bare, 3, 0)], [0, 0]);
});

Deno.test("stars make no opinion of a bare fact", () => {
  const judge = polarityJudge(saying(-3, 0.5, 0), TRUST);
  assert.ok(judged(judge, 5, 0) > 0.1);
  assert.equal(judged(judge, 5, 0, 0, "They charged $140."), 0);
});

Deno.test("a bare fact is an opinion only with a clear lead", () => {
  const judge = polarityJudge(saying(0.2, 0, -3), TRUST);
  assert.ok(judged(judge, 3, 0) < -0.1);
  assert.equal(judged(judge, 3, 0, 0, "They charged $140."), 0);
  assert.ok(judged(polarityJudge(saying(0.8, 0, -3), TRUST), 3, 0, 0, "They charged $140.") < -0.1);
});

Deno.test("a tie that the rules broke by the stars stays broken", () => {
  assert.equal(judged(polarityJudge(saying(-3, 3, -3), TRUST), 5, 0.02, 0.32), 0.32);
});

Deno.test("clear opinions of the rules count beside the model, as does their finding none", () => {
  const unsure = saying(0, 0.5, -2);
  assert.equal(judged(polarityJudge(unsure, TRUST), 3, 0), 0);
  assert.ok(judged(polarityJudge(unsure, TRUST), 3, -0.7) < 0);
  const praising = saying(-3, 0, 0.5);
  assert.ok(judged(polarityJudge(praising, TRUST), 3, 0) > 0);
  assert.equal(judged(polarityJudge(praising, { ...TRUST, neutralByRules: 1 }), 3, 0), 0);
});
