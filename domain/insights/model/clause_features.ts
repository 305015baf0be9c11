import type { Word } from "../text/words_of.ts";
import { type FeatureList, mixed, textKey } from "./feature_list.ts";
import { wordFeatures } from "./word_features.ts";

const [
  PAIR,
  SKIPPED,
  TRIPLE,
  NEAR,
  NEAR_PAIR,
  STEM,
  STEM_PAIR,
  WIDE,
  TEXT_NEAR,
  NEAR_TEXT,
  AROUND,
  AROUND_NEAR,
  NEIGHBOUR,
] = [
  "pair",
  "skipped",
  "triple",
  "near",
  "near pair",
  "stem",
  "stem pair",
  "wide",
  "text near",
  "near text",
  "around",
  "around near",
  "neighbour",
].map(textKey) as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
];
const EDGE = textKey("edge");

/** Adds the features of words to a list. */
export interface ClauseFeatures {
  /** Of the clause that is asked about: its words, pairs of them, and their groups. */
  readonly addOwn: (list: FeatureList, words: readonly Word[]) => void;
  /** Of the other clauses of its sentence. */
  readonly addAround: (list: FeatureList, words: readonly Word[]) => void;
  /** Of the sentences beside it. */
  readonly addNeighbour: (list: FeatureList, words: readonly Word[]) => void;
}

/** Builds what turns words into features. */
export function clauseFeatures(): ClauseFeatures {
  const featuresOf = wordFeatures();
  const none = { text: EDGE, stem: EDGE, near: EDGE, wide: EDGE };
  return {
    addOwn: (list, words) => {
      let before = none;
      let earlier = none;
      for (let at = 0; at <= words.length; at++) {
        const word = words[at];
        const now = word === undefined ? none : featuresOf(word);
        const pair = mixed(before.text, now.text);
        list.add(mixed(PAIR, pair));
        list.add(mixed(STEM_PAIR, mixed(before.stem, now.stem)));
        if (before.near !== 0 && now.near !== 0) list.add(mixed(NEAR_PAIR, mixed(before.near, now.near)));
        if (now.near !== 0) list.add(mixed(TEXT_NEAR, mixed(before.text, now.near)));
        if (before.near !== 0) list.add(mixed(NEAR_TEXT, mixed(before.near, now.text)));
        if (at > 0) {
          list.add(mixed(SKIPPED, mixed(earlier.stem, now.stem)));
          list.add(mixed(TRIPLE, mixed(earlier.text, pair)));
        }
        if (word !== undefined) {
          list.add(now.text);
          list.add(mixed(STEM, now.stem));
          if (now.near !== 0) {
            list.add(mixed(NEAR, now.near));
            list.add(mixed(WIDE, now.wide));
          }
        }
        earlier = before;
        before = now;
      }
    },
    addAround: (list, words) => {
      for (const word of words) {
        const { stem, near } = featuresOf(word);
        list.add(mixed(AROUND, stem));
        if (near !== 0) list.add(mixed(AROUND_NEAR, near));
      }
    },
    addNeighbour: (list, words) => {
      for (const word of words) list.add(mixed(NEIGHBOUR, featuresOf(word).stem));
    },
  };
}
