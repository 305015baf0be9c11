import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { isLack, isNegated, isNegator, NONE_OF } from "./negation.ts";
import { isConditional, isContraryToFact, isUnfulfilled } from "./unreal.ts";

const INTENSIFIERS = wordList(
  "very really so extremely incredibly absolutely totally completely truly super highly such most especially " +
    "particularly exceptionally remarkably utterly thoroughly entirely always too seriously beyond insanely",
);
const DOWNTONERS = wordList(
  "slightly somewhat little bit fairly quite rather relatively mostly kinda partly sometimes almost",
);
const INTENSIFIED = 1.3;
const DOWNTONED = 0.65;
const NEGATED = -0.7;
/** "No kindness" is worse than "not kind". */
const MISSING = -1;
const UNFULFILLED = -0.4;
const CONDITIONAL = 0.4;

/**
 * The strength of some words where they stand: stronger behind "very", turned round behind a negation, less in what is only
 * wished or supposed.
 *
 * @param from Index of the first word that may deny them.
 */
export function strengthAt(words: readonly Word[], at: number, from: number, strength: number, length = 1): number {
  const toned = strength * toneBefore(words, at, from);
  // "No call, no show": what is itself a denial is not denied by the one before.
  const isDenialItself = length > 1 && isNegator(textAt(words, at)) && !isLack(textAt(words, at));
  if (!isDenialItself && isNegated(words, at, from)) {
    return toned *
      (strength > 0 && (NONE_OF.has(textAt(words, at - 1)) || textAt(words, at - 1) === "any") ? MISSING : NEGATED);
  }
  if (!counts("unreal")) return toned;
  if (strength > 0 && isUnfulfilled(words, at)) return toned * UNFULFILLED;
  if (isContraryToFact(words, at)) return toned * UNFULFILLED;
  return isConditional(words, at) ? toned * CONDITIONAL : toned;
}

function toneBefore(words: readonly Word[], at: number, from: number): number {
  let tone = 1;
  for (let index = at - 1; index >= Math.max(from, at - 2); index--) {
    if (words[index + 1]?.isAfterBreak) break;
    const word = words[index]?.text ?? "";
    if (INTENSIFIERS.has(word)) tone *= INTENSIFIED;
    else if (DOWNTONERS.has(word)) tone *= DOWNTONED;
  }
  return tone;
}
