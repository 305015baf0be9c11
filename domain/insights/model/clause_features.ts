import type { Word } from "../text/words_of.ts";
import { type FeatureList, mixed, textKey } from "./feature_list.ts";
import { wordFeatures } from "./word_features.ts";

const PAIR = textKey("pair");
const STEM = textKey("stem");
const NEAR = textKey("near");
const NEAR_PAIR = textKey("near pair");
const WIDE = textKey("wide");
const EDGE = textKey("edge");

/** Adds the features of the words of a clause: the words, their stems and groups, and pairs of neighbours. */
export type ClauseFeatures = (list: FeatureList, words: readonly Word[]) => void;

/** Builds what turns the words of clauses into features. */
export function clauseFeatures(): ClauseFeatures {
  const featuresOf = wordFeatures();
  return (list, words) => {
    let text = EDGE;
    let near = EDGE;
    for (let at = 0; at < words.length; at++) {
      const now = featuresOf(words[at]!);
      list.add(now.text);
      list.add(mixed(STEM, now.stem));
      list.add(mixed(PAIR, mixed(text, now.text)));
      if (now.near !== 0) {
        list.add(mixed(NEAR, now.near));
        list.add(mixed(WIDE, now.wide));
        if (near !== 0) list.add(mixed(NEAR_PAIR, mixed(near, now.near)));
      }
      text = now.text;
      near = now.near;
    }
    list.add(mixed(PAIR, mixed(text, EDGE)));
    if (near !== 0) list.add(mixed(NEAR_PAIR, mixed(near, EDGE)));
  };
}
