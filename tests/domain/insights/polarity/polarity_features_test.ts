import assert from "node:assert/strict";
import { FeatureList, mixed, textKey } from "../../../../domain/insights/model/word_features.ts";
import { addAround, addRow, polarityFeatures } from "../../../../domain/insights/polarity/polarity_features.ts";
import { scoreSentence } from "../../../../domain/insights/sentiment/score_sentence.ts";
import { sentimentLexicon } from "../../../../domain/insights/sentiment/sentiment_lexicon.ts";
import { wordsOf } from "../../../../domain/insights/text/words_of.ts";

const lexicon = sentimentLexicon();
const addFeatures = polarityFeatures();

type Features = Parameters<typeof addFeatures>[1];

/** The features of a mention: by default in the first clause of the first sentence. */
function featuresIn(sentences: Features["sentences"], more: Partial<Features> = {}): ReadonlySet<number> {
  const list = new FeatureList();
  addFeatures(list, { sentences, clauses: [0, 0], parts: [null], places: [], ruled: 0, ...more });
  return new Set(list.keys.slice(0, list.length));
}

function featuresOf(...sentences: readonly string[]): ReadonlySet<number> {
  return featuresIn(sentences.map((one) => scoreSentence(one, lexicon)), { places: [[]] });
}

const stem = (word: string) => mixed(textKey("o stem"), textKey(word));
const denied = (word: string) => mixed(textKey("o stem") ^ textKey("o denied"), textKey(word));

Deno.test("a negated word is another feature than the word itself", () => {
  const [said, not] = [featuresOf("The room was good."), featuresOf("The room was not good.")];
  assert.ok(said.has(stem("good")) && !said.has(denied("good")));
  assert.ok(not.has(denied("good")) && !not.has(stem("good")) && not.has(stem("room")));
});

Deno.test("words of other clauses are no features, but their sentiment is", () => {
  const own = "He came at noon.";
  const [praised, blamed] = [featuresOf(own, "A wonderful man."), featuresOf(own, "A rude man.")];
  assert.ok(!praised.has(stem("wonderful")) && !blamed.has(stem("rude")));
  assert.notDeepEqual(praised, blamed);
  assert.deepEqual(praised, featuresOf(own, "A wonderful man."));
});

Deno.test("an aspect in thousands of sentences is read in one pass", () => {
  const count = 2000;
  // Every second sentence mentions the aspect, in both of its clauses.
  const [one, other] = ["Great price, and they were kind.", "Rude crew."].map((text) => scoreSentence(text, lexicon));
  assert.ok(one !== undefined && other !== undefined);
  assert.equal(one.clauses.length, 2);
  const sentences = Array.from({ length: count }, (_, place) => place % 2 === 0 ? one : other);
  const clauses = sentences.flatMap((_, place) => place % 2 === 0 ? [place, 0, place, 1] : []);
  let looks = 0;
  const counted = new Proxy(clauses, { get: (list, key) => (looks++, Reflect.get(list, key)) });
  const features = featuresIn(sentences, { clauses: counted, parts: [] });
  assert.ok(looks < 20 * clauses.length, `${looks} looks`);
  // The sentences without the aspect criticise, so `elsewhere` is negative. In the others every clause is about the
  // aspect, so `beside` is absent.
  assert.ok(features.has(mixed(textKey("o elsewhere"), 0)));
  for (let part = 0; part <= 10; part++) assert.ok(!features.has(mixed(textKey("o beside"), part)));
});

Deno.test("in a clause with several aspects, other aspects' words get features of another kind", () => {
  const sentence = scoreSentence("great food and rude staff", lexicon);
  const [clause] = sentence.clauses;
  const part = { ...clause!, words: clause!.words.slice(0, 2), polarWords: clause!.polarWords.slice(0, 1), score: 0.6 };
  const found = featuresIn([sentence], { parts: [part] });
  assert.ok(found.has(stem("great")) && !found.has(stem("rude")));
  assert.ok(found.has(mixed(textKey("o rest"), textKey("rude"))));
});

Deno.test("the words around an aspect's words and the neighbouring clauses are features", () => {
  const sentence = scoreSentence("We told the waiter nothing, but the food was great", lexicon);
  const [named, unnamed] = [[[3]], [[]]].map((places) => featuresIn([sentence], { places }));
  assert.ok(named !== undefined && unnamed !== undefined);
  const stemAt = (at: number) => textKey(sentence.clauses[0]!.words[at]!.stem);
  const around = [mixed(textKey("o before"), stemAt(1)), mixed(textKey("o behind"), stemAt(4))];
  assert.ok(around.every((key) => named.has(key) && !unnamed.has(key)));
  const row = new FeatureList();
  addRow(row, sentence, 0, sentence.clauses[0]!);
  assert.ok(row.length > 0 && row.keys.slice(0, row.length).every((key) => unnamed.has(key)));
});

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
