import { clauseFeatures, OF_A_PAIR } from "../model/clause_features.ts";
import type { LinearModel } from "../model/linear_model.ts";
import { pairMemo, wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";

/** Adds the weights of the words of a clause and of their pairs to the sums of a model's classes. */
export type WordWeights = (words: readonly Word[], sums: Int32Array) => void;

/**
 * Builds what adds the weights of words. Remembers for each spelling the sums of its weights and for each pair which of
 * its features have any, so that the numbers of features are made once and not for every word: half of the time of the
 * detector.
 */
export function wordWeights(model: LinearModel): WordWeights {
  const { ofWord, ofPair } = clauseFeatures();
  const size = model.classes.length;
  // The features of a pair are kept as one number.
  const base = model.features + 1;
  if (base ** OF_A_PAIR > 2 ** 31) {
    throw new Error(`The model has ${model.features} features; expected 46,339 at most.`);
  }
  // The sums of all words in one array: an array for each was a walk through the memory.
  let rows = new Int32Array(1 << 14);
  let used = 0;
  /** Where the sums of a word begin; -1 if no feature of it has a weight. */
  const rowOf = wordMemo((word) => {
    const own = new Int32Array(size);
    ofWord(word, (key) => model.add(key, 1, own));
    if (own.every((sum) => sum === 0)) return -1;
    if (used + size > rows.length) {
      const longer = new Int32Array(2 * rows.length + size);
      longer.set(rows);
      rows = longer;
    }
    rows.set(own, used);
    used += size;
    return used - size;
  });
  const opening = wordMemo((word) => featuresOf(undefined, word));
  const neighbours = pairMemo(featuresOf);

  function featuresOf(before: Word | undefined, word: Word | undefined): number {
    let features = 0;
    ofPair(before, word, (key) => {
      const feature = model.featureOf(key);
      if (feature !== 0) features = features * base + feature;
    });
    return features;
  }

  function addFeatures(features: number, sums: Int32Array): void {
    for (let left = features; left > 0; left = left / base | 0) model.addFeature(left % base, 1, sums);
  }

  return (words, sums) => {
    const first = words[0];
    addFeatures(first === undefined ? featuresOf(undefined, undefined) : opening(first), sums);
    for (let at = 0; at < words.length; at++) {
      const word = words[at]!;
      // Of a word that is not remembered nothing is kept.
      if (word.number === 0) {
        ofWord(word, (key) => model.add(key, 1, sums));
      } else {
        const row = rowOf(word);
        if (row !== -1) { for (let place = 0; place < size; place++) sums[place]! += rows[row + place]!; }
      }
      const features = neighbours(word, words[at + 1]);
      if (features !== 0) addFeatures(features, sums);
    }
  };
}
