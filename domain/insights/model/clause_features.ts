import type { Word } from "../text/words_of.ts";
import { mixed, textKey } from "./feature_list.ts";
import { type WordFeatures, wordFeatures } from "./word_features.ts";

const PAIR = textKey("pair");
const STEM = textKey("stem");
const NEAR = textKey("near");
const NEAR_PAIR = textKey("near pair");
const WIDE = textKey("wide");
const EDGE = textKey("edge");
const OUTSIDE: WordFeatures = { text: EDGE, stem: EDGE, near: EDGE, wide: EDGE };

/** What tells a model of the words of a clause. */
export interface ClauseFeatures {
  /** Of a word by itself: the word, its stem and its groups. Remembered by its spelling. */
  readonly ofWord: (word: Word, add: (key: number) => void) => void;
  /** Of each two neighbours: the words and their groups. One is absent beside the first word and the last. */
  readonly ofPairs: (words: readonly Word[], add: (key: number) => void) => void;
}

/** Builds what turns the words of clauses into features. */
export function clauseFeatures(): ClauseFeatures {
  const featuresOf = wordFeatures();

  function ofPair(before: Word | undefined, word: Word | undefined, add: (key: number) => void): void {
    const one = before === undefined ? OUTSIDE : featuresOf(before);
    const other = word === undefined ? OUTSIDE : featuresOf(word);
    add(mixed(PAIR, mixed(one.text, other.text)));
    if (one.near !== 0 && other.near !== 0) add(mixed(NEAR_PAIR, mixed(one.near, other.near)));
  }

  return {
    ofWord: (word, add) => {
      const { text, stem, near, wide } = featuresOf(word);
      add(text);
      add(mixed(STEM, stem));
      if (near === 0) return;
      add(mixed(NEAR, near));
      add(mixed(WIDE, wide));
    },
    ofPairs: (words, add) => {
      for (let at = 0; at <= words.length; at++) ofPair(words[at - 1], words[at], add);
    },
  };
}
