import assert from "node:assert/strict";
import { FeatureList, mixed, textKey } from "../../../../domain/insights/model/word_features.ts";
import { addAround, addRow } from "../../../../domain/insights/polarity/polarity_features.ts";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

const lexicon = sentimentLexicon();

function around(text: string, ...places: readonly number[]): readonly number[] {
  const list = new FeatureList();
  addAround(list, wordsOf(text), places, ({ text }) => textKey(text));
  return [...list.keys.slice(0, list.length)];
}

function told(before: string, behind: string): readonly number[] {
  return [mixed(textKey("o before"), textKey(before)), mixed(textKey("o behind"), textKey(behind))];
}

Deno.test("the words around an aspect's words are features, without articles and possessives between", () => {
  assert.deepEqual(around("we asked our waiter for bread", 3), told("asked", "for"));
  assert.deepEqual(around("we asked the wait staff for bread", 3, 4), told("asked", "for"));
  // Only aspect words adjacent to the first are skipped; a place given twice counts once.
  assert.deepEqual(around("the waiter told the waiter nothing", 1, 4), told("edge", "told"));
  assert.deepEqual(around("we asked our waiter for bread", 3, 3), told("asked", "for"));
  assert.deepEqual(around("their waiter", 1), told("edge", "edge"));
  assert.deepEqual(around("we asked our waiter for bread"), []);
});

/** The features of a clause of a sentence. */
function row(text: string, at: number): readonly number[] {
  const sentence = scoreSentence(text, lexicon);
  const list = new FeatureList();
  addRow(list, sentence, at, sentence.clauses[at]!);
  return [...list.keys.slice(0, list.length)];
}

Deno.test("features distinguish clauses by their neighbours' sentiment and by the position of 'but'", () => {
  const texts = [
    "the room was dull, but the food was great",
    "the room was lovely, but the food was great",
    "the room was dull, and the food was great",
    "the room was there, but the food was great",
    "the food was great",
  ];
  const places = texts.map((text) => scoreSentence(text, lexicon).clauses.length - 1);
  assert.deepEqual(places, [1, 1, 1, 1, 0]);
  const rows = texts.map((text, at) => row(text, places[at]!));
  assert.equal(new Set(rows.map(([beside]) => beside)).size, texts.length);
  const [turned, joined] = [texts[0]!, texts[2]!].map((text) => row(text, 0)[0]);
  assert.notEqual(turned, joined);
  // Only the second feature depends on the sentiment of the aspect itself.
  const [blamed, praised] = ["the room was dull, but the food was awful", texts[0]!].map((text) => row(text, 1));
  assert.equal(blamed![0], praised![0]);
  assert.notEqual(blamed![1], praised![1]);
});
