import type { Word } from "./words_of.ts";

const NEGATORS = new Set(
  ("not no never none nobody nothing neither nor without hardly barely scarcely rarely seldom cannot cant dont doesnt " +
    "didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent havent hasnt hadnt aint lacks lacked lacking")
    .split(" "),
);
const DENIED_BY_NOTHING = new Set(["is", "about", "works", "worked", "that", "but"]);
const REACH = 3;

/** Whether a word turns what follows into its opposite. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/**
 * Whether a negation governs the word: it stands among the three words before, in front of no comma.
 * "Not only", "couldn't be more" and "never so" negate nothing.
 *
 * @param from The first word that may negate.
 */
export function isNegated(words: readonly Word[], at: number, from = 0): boolean {
  for (let index = at - 1; index >= Math.max(from, at - REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (isNegator(words[index]?.text ?? "")) return !isEmphatic(words, index, at);
  }
  return false;
}

function isEmphatic(words: readonly Word[], negator: number, at: number): boolean {
  // "Nothing, it was good" is often written without the comma.
  if (negator === 0 && words[0]?.text === "nothing") return !DENIED_BY_NOTHING.has(words[1]?.text ?? "");
  const next = words[negator + 1]?.text ?? "";
  if (next === "only" || next === "just" || next === "merely" || next === "simply") return true;
  const negated = words[negator]?.text ?? "";
  for (let index = negator + 1; index < at; index++) {
    const word = words[index]?.text ?? "";
    if (word === "more" && /^(?:could|can)/.test(negated)) return true;
    if (word === "more" && words[negator - 1]?.text === "could") return true;
    if (negated === "never" && (word === "so" || word === "such")) return true;
  }
  return false;
}
