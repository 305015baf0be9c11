import { textAt, type Word, wordList } from "../text/words_of.ts";
import lists from "./rule_words.json" with { type: "json" };

const LARGE = wordList(
  "huge massive enormous giant gigantic big large long high steep hefty endless ridiculous tremendous strong higher longer",
);
const SMALL = wordList("small short low tiny modest minimal little weak lower");
const BURDENS = wordList(lists.size_strength.burdens);
const GOODS = wordList(lists.size_strength.goods);
/** Words that may separate a thing from a size after it: "prices are rather high". */
const LINKS = wordList(
  "is are was were be been seems too so very really quite rather pretty extremely always also just got",
);
const [MANY, FEW] = [1.9, 1.5];

/** Returns whether a word expresses a size. */
export function isSize(text: string): boolean {
  return LARGE.has(text) || SMALL.has(text);
}

/**
 * Returns the strength of a word of size by the thing it measures. A huge bill is bad and a small one good; for
 * portions the reverse. 0 for other words and things.
 */
export function sizeStrength(words: readonly Word[], at: number): number {
  const text = textAt(words, at);
  if (!isSize(text) || text === "little" && textAt(words, at - 1) === "a") return 0;
  let before = at - 1;
  while (LINKS.has(textAt(words, before)) && !words[before + 1]?.isAfterBreak) before--;
  const behind = [at + 1, at + 2].filter((index) => words.slice(at + 1, index + 1).every((word) => !word.isAfterBreak));
  for (const index of before < at - 1 ? [...behind, before] : behind) {
    const isGood = GOODS.has(textAt(words, index));
    if (isGood || BURDENS.has(textAt(words, index))) {
      return (LARGE.has(text) ? MANY : FEW) * (LARGE.has(text) === isGood ? 1 : -1);
    }
  }
  return 0;
}
