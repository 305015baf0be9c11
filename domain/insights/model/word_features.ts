import { type Word, wordMemo } from "../text/words_of.ts";
import wordClusters from "./word_clusters.json" with { type: "json" };

const PAIR = textKey("pair");
const STEM = textKey("stem");
const NEAR = textKey("near");
const NEAR_PAIR = textKey("near pair");
const WIDE = textKey("wide");
const EDGE = textKey("edge");
const OUTSIDE: WordFeatures = { text: EDGE, stem: EDGE, near: EDGE, wide: EDGE };

interface ClauseFeatures {
  /** Adds the features of a single word: the word, its stem and its groups. Cached by spelling. */
  readonly ofWord: (word: Word, add: (key: number) => void) => void;
  /**
   * Adds the features of each pair of neighbours: the words and their groups. The first and last word also pair with
   * none.
   */
  readonly ofPairs: (words: readonly Word[], add: (key: number) => void) => void;
}

/** Builds the computation of the word features of clauses. */
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

/** The features of one example as numbers, in the order of their addition. Reused for the next example. */
export class FeatureList {
  /** Buffer of feature keys; only the first `length` are valid. */
  keys: Int32Array = new Int32Array(512);
  length = 0;

  clear(): void {
    this.length = 0;
  }

  add(key: number): void {
    if (this.length === this.keys.length) {
      const longer = new Int32Array(2 * this.keys.length);
      longer.set(this.keys);
      this.keys = longer;
    }
    this.keys[this.length++] = key;
  }
}

/** Mixes two numbers into one, with few collisions among the pairs of this program's features. */
export function mixed(one: number, other: number): number {
  let hash = Math.imul(one, 0x9e3779b1) ^ other;
  hash = Math.imul(hash ^ hash >>> 16, 0x85ebca6b);
  hash = Math.imul(hash ^ hash >>> 13, 0xc2b2ae35);
  return hash ^ hash >>> 16;
}

/** Returns the number of a text (FNV-1a of its UTF-16 code units, mixed). */
export function textKey(text: string): number {
  let hash = 0x811c9dc5 | 0;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return mixed(hash, text.length);
}

/** The numbers that represent a spelling in a model. */
export interface WordFeatures {
  readonly text: number;
  readonly stem: number;
  /** Number of the group of words with similar contexts. For a number, its word class; 0 for a rare word. */
  readonly near: number;
  /** Number of the same kind of group, from fewer and larger groups. */
  readonly wide: number;
}

const CLASSES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["#price", /^[$£€]/],
  ["#clock", /^\d{1,2}(?:am|pm|ish|h)$/],
  ["#ordinal", /^\d+(?:st|nd|rd|th)$/],
  ["#duration", /^(?:\d+(?:min|mins|hr|hrs)|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?)$/],
  ["#few", /^\d$/],
  ["#some", /^\d\d$/],
  ["#many", /^\d{3,}$/],
  ["#mixed", /^\d/],
  ["#month", /^(?:january|february|march|april|june|july|august|september|october|november|december)$/],
  ["#day", /^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/],
  ["#count", /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty)$/],
  ["#pounds", /^(?:dollars?|bucks?|pounds?|quid|euros?|grand|cents)$/],
];

let clusters: ReadonlyMap<string, readonly [near: number, wide: number]> | null = null;

/** Returns a function for the features of a word, cached by spelling. */
export function wordFeatures(): (word: Word) => WordFeatures {
  const clusterOf = clusters ??= readClusters();
  return wordMemo(({ text, stem }) => {
    const name = CLASSES.find(([, pattern]) => pattern.test(text))?.[0];
    const known = name === undefined ? clusterOf.get(text) ?? clusterOf.get(text.replace(/'\p{L}+$/u, "")) : undefined;
    return {
      // Amounts share one feature: their digits carry no information.
      text: textKey(name !== undefined && /\d/.test(text) ? name : text),
      stem: textKey(stem),
      near: name === undefined ? known?.[0] ?? 0 : textKey(name),
      wide: name === undefined ? known?.[1] ?? 0 : textKey(name),
    };
  });
}

function readClusters(): ReadonlyMap<string, readonly [number, number]> {
  return new Map(
    wordClusters.flatMap((group, wide) =>
      group.flatMap((words, at) =>
        words.split(" ").map((word) => [word, [textKey(`near ${wide} ${at}`), textKey(`wide ${wide}`)]] as const)
      )
    ),
  );
}
