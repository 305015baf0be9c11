import { clauseFeatures } from "../model/clause_features.ts";
import type { LinearModel } from "../model/linear_model.ts";
import { wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";

/** Adds the weights of the words of a clause and of their pairs to the sums of a model's classes. */
export type WordWeights = (words: readonly Word[], sums: Int32Array) => void;

/** Builds what adds the weights of words. Remembers for each spelling the sums of its weights. */
export function wordWeights(model: LinearModel): WordWeights {
  const { ofWord, ofPairs } = clauseFeatures();
  const sumsOf = wordMemo((word) => {
    const own = new Int32Array(model.classes.length);
    ofWord(word, (key) => model.add(key, 1, own));
    return own;
  });
  return (words, sums) => {
    for (const word of words) {
      const own = sumsOf(word);
      for (let place = 0; place < own.length; place++) sums[place]! += own[place]!;
    }
    ofPairs(words, (key) => model.add(key, 1, sums));
  };
}
