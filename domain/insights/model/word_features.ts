import { wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";
import { textKey } from "./feature_list.ts";
import wordClusters from "./word_clusters.json" with { type: "json" };

/** The numbers of a spelling by which a model knows it. */
export interface WordFeatures {
  readonly text: number;
  readonly stem: number;
  /** Of the words that occur in like company; that of the word's class for a number, 0 for a rare word. */
  readonly near: number;
  /** The same, with fewer and larger groups. */
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

/** The features of each word, remembered by its spelling. */
export function wordFeatures(): (word: Word) => WordFeatures {
  const clusterOf = clusters ??= readClusters();
  return wordMemo(({ text, stem }) => {
    const name = CLASSES.find(([, pattern]) => pattern.test(text))?.[0];
    const known = name === undefined ? clusterOf.get(text) ?? clusterOf.get(text.replace(/'\p{L}+$/u, "")) : undefined;
    return {
      // The digits of an amount tell nothing.
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
