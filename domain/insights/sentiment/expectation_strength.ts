import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const LESS_TO_BEAR = wordList("quicker faster sooner earlier shorter cheaper better kinder easier smoother nicer");
const MORE_TO_BEAR = wordList("longer later slower worse dearer");
const EXPECTED = wordList(
  "expected predicted told quoted estimated anticipated thought feared promised advised stated said scheduled imagined",
);
const FEARED = wordList("expecting expected fearing feared dreading dreaded braced");
const REACH = 4;
const BETTER = 1.8;
const WORSE = -1.8;

/** Words at which such an event may begin. */
export const EXPECTATION_CUES: readonly string[] = [...LESS_TO_BEAR, ...MORE_TO_BEAR];

/** "Quicker than predicted", "later than we were told"; null if nothing is compared with what was expected. */
export function expectationEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  const isLess = LESS_TO_BEAR.has(text);
  if (!isLess && !MORE_TO_BEAR.has(text) || textAt(words, at + 1) !== "than") return null;
  for (let index = at + 2; index <= at + 1 + REACH && !words[index]?.isAfterBreak; index++) {
    if (EXPECTED.has(textAt(words, index))) return { length: index - at + 1, strength: isLess ? BETTER : WORSE };
  }
  return null;
}

/** Whether a word was only expected: "expecting nobody to pick up" tells that somebody did. */
export function isOnlyExpected(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (FEARED.has(textAt(words, index))) return true;
  }
  return false;
}
