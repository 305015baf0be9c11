import type { Word } from "../text/words_of.ts";

const NEGATORS = new Set(
  ("not no never none nobody nothing neither nor without hardly barely scarcely rarely seldom cannot cant dont doesnt " +
    "didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent havent hasnt hadnt aint lacks lacked lacking")
    .split(" "),
);
const DENIED_BY_NOTHING = new Set(["is", "about", "works", "worked", "that", "but"]);
const ADDITIVE = new Set(["only", "just", "merely", "simply"]);
const REACH = 3;
// "I don't think the food is good" denies what is thought, however far it stands.
const OPINES = new Set(["think", "feel", "find", "consider", "say", "call"]);
const FAR_REACH = 6;

/** Whether a word turns what follows into its opposite. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/**
 * Whether the word here denies what its clause tells, as in "we were not asked". "No" and "nothing" do
 * not, they are answers as well; neither does "not only".
 */
export function isDenial(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? "";
  return (word === "not" || word === "never" || word === "cannot" || word.endsWith("n't")) &&
    !ADDITIVE.has(words[at + 1]?.text ?? "");
}

/**
 * Whether a negation governs the word: it stands among the three words before, in front of no comma.
 * "Not only", "couldn't be more" and "never so" negate nothing.
 *
 * @param from The first word that may negate.
 */
export function isNegated(words: readonly Word[], at: number, from = 0): boolean {
  for (let index = at - 1; index >= Math.max(from, at - FAR_REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (index < at - REACH && !OPINES.has(words[index + 1]?.text ?? "")) continue;
    if (isNegator(words[index]?.text ?? "")) return !isEmphatic(words, index, at);
  }
  return false;
}

function isEmphatic(words: readonly Word[], negator: number, at: number): boolean {
  // "Nothing, it was good" is often written without the comma.
  if (negator === 0 && words[0]?.text === "nothing") return !DENIED_BY_NOTHING.has(words[1]?.text ?? "");
  const next = words[negator + 1]?.text ?? "";
  // "You would not believe how good it is" says that it is.
  if (next === "believe" || next === "imagine" || ADDITIVE.has(next)) return true;
  const negated = words[negator]?.text ?? "";
  for (let index = negator + 1; index < at; index++) {
    const word = words[index]?.text ?? "";
    if (word === "more" && /^(?:could|can)/.test(negated)) return true;
    if (word === "more" && words[negator - 1]?.text === "could") return true;
    if (negated === "never" && (word === "so" || word === "such")) return true;
  }
  return false;
}
