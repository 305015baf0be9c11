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
  /** Of each two neighbours, of the first word and of the last: the words and their groups. */
  readonly ofPairs: (words: readonly Word[], add: (key: number) => void) => void;
}

/** Builds what turns the words of clauses into features. */
export function clauseFeatures(): ClauseFeatures {
  const featuresOf = wordFeatures();
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
      let before = OUTSIDE;
      for (let at = 0; at <= words.length; at++) {
        const word = words[at];
        const now = word === undefined ? OUTSIDE : featuresOf(word);
        add(mixed(PAIR, mixed(before.text, now.text)));
        if (before.near !== 0 && now.near !== 0) add(mixed(NEAR_PAIR, mixed(before.near, now.near)));
        before = now;
      }
    },
  };
}
