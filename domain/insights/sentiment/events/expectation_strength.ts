import { wordList } from "../../text/word_list.ts";
import { textAt, type Word } from "../../text/words_of.ts";
import type { TellingEvent } from "./time_strength.ts";

const LESS_TO_BEAR = wordList("quicker faster sooner earlier shorter cheaper better kinder easier smoother nicer");
const MORE_TO_BEAR = wordList("longer later slower worse dearer");
const EXPECTED = wordList(
  "expected predicted told quoted estimated anticipated thought feared promised advised stated said scheduled imagined",
);
const FEARED = wordList("expecting expected fearing feared dreading dreaded braced");
/** Of what nobody wants much, half is good and twice is bad: "half as long"; of what is good it is the other way. */
const BURDENSOME = wordList(
  "long expensive dear pricey costly busy loud noisy crowded much slow far hot stressful many",
);
const DESIRED = wordList("good nice big fast quick friendly clean cheap helpful tasty comfortable fun");
const REACH = 4;
const BETTER = 1.8;
const WORSE = -1.8;

/** Words at which such an event may begin. */
export const EXPECTATION_CUES: readonly string[] = [...LESS_TO_BEAR, ...MORE_TO_BEAR, "half", "twice"];

/** "Quicker than predicted", "half as long"; null if nothing is compared with what was expected or with another. */
export function expectationEventAt(words: readonly Word[], at: number): TellingEvent | null {
  const text = textAt(words, at);
  if (text === "half" || text === "twice") return multiplied(words, at);
  const isLess = LESS_TO_BEAR.has(text);
  if (!isLess && !MORE_TO_BEAR.has(text) || textAt(words, at + 1) !== "than") return null;
  for (let index = at + 2; index <= at + 1 + REACH && !words[index]?.isAfterBreak; index++) {
    if (EXPECTED.has(textAt(words, index))) return { length: index - at + 1, strength: isLess ? BETTER : WORSE };
  }
  return null;
}

/** "Half as long", "twice as good"; "not half as good" is worse still. */
function multiplied(words: readonly Word[], at: number): TellingEvent | null {
  const measure = textAt(words, at + 2);
  const isBurden = BURDENSOME.has(measure);
  if (textAt(words, at + 1) !== "as" || !isBurden && !DESIRED.has(measure)) return null;
  const isDenied = textAt(words, at - 1) === "not" || textAt(words, at - 1).endsWith("n't");
  const isBetter = isBurden === (textAt(words, at) === "half") && !isDenied;
  return { length: 3, strength: isBetter ? BETTER : WORSE, isSettled: true };
}

/** Whether a word was only expected: "expecting nobody to pick up" tells that somebody did. */
export function isOnlyExpected(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (FEARED.has(textAt(words, index))) return true;
  }
  return false;
}
