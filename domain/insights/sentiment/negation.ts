import type { Word } from "../text/words_of.ts";

const NEGATORS = new Set(
  ("not no never none nobody nothing neither nor without hardly barely scarcely rarely seldom cannot cant dont doesnt " +
    "didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent havent hasnt hadnt aint lacks lacked lacking")
    .split(" "),
);
const DENIED_BY_NOTHING = new Set(
  "is was were has had got gets ever seems seemed happened about works worked that but".split(" "),
);
const ADDITIVE = new Set(["only", "just", "merely", "simply"]);
const CHOSEN = new Set("eat use try visit order swim book stay drink go".split(" "));
const REACH = 3;
// "I don't think the food is good" denies "good", although it stands further away.
const OPINES = new Set(["think", "feel", "find", "consider", "say", "call"]);
const FAR_REACH = 6;

/** "Never once did I feel rushed" and "at no point" deny their whole clause. */
const WHOLE_CLAUSE = 12;
/** "Nor" at the beginning denies what follows it, commas or not. */
const FAR_DENIAL = 16;

/** Whether a word negates what follows. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/**
 * Whether the word denies what its clause says, as in "we were not asked". Not "no" and "nothing", which are also
 * answers, and not "not only".
 */
export function isDenial(words: readonly Word[], at: number): boolean {
  const word = words[at]?.text ?? "";
  return (word === "not" || word === "never" || word === "cannot" || word.endsWith("n't")) &&
    !ADDITIVE.has(words[at + 1]?.text ?? "") && !isUnneeded(words, at) && !isChoice(words, at);
}

/** "We didn't eat at the hotel" tells what the customer chose. */
function isChoice(words: readonly Word[], at: number): boolean {
  return /^(?:i|we)$/.test(words[at - 1]?.text ?? "") && CHOSEN.has(words[at + 1]?.text ?? "");
}

/** "You need not book" and "we didn't have to wait" deny a need, which is no fault. */
function isUnneeded(words: readonly Word[], at: number): boolean {
  const [before, next, after] = [at - 1, at + 1, at + 2].map((index) => words[index]?.text ?? "");
  return before === "need" || next === "need" || next === "have" && after === "to" || next === "mind";
}

/**
 * Whether the word is negated: by one of the three words before it with no comma between, or by a negated "think",
 * "find" or the like up to six words before. "Not only", "couldn't be more" and "never so" do not negate.
 *
 * @param from Index of the first word that may negate.
 */
export function isNegated(words: readonly Word[], at: number, from = 0): boolean {
  // "Nor did we find, as some did, that the bar was noisy."
  if (words[0]?.text === "nor" && at > 0 && at < FAR_DENIAL && from === 0) return true;
  // "He explained nothing."
  if (words[at + 1]?.text === "nothing" && !words[at + 1]?.isAfterBreak) return true;
  for (let index = at - 1; index >= Math.max(from, at - FAR_REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    // "Don't think so girl was very helpful" answers a question before it.
    if (words[index]?.text === "so" && words[index - 1]?.text === "think") return false;
    if (index < at - REACH && !OPINES.has(words[index + 1]?.text ?? "")) continue;
    if (isNegator(words[index]?.text ?? "")) return !isEmphatic(words, index, at);
    // "It was anything but a rip-off."
    if (words[index]?.text === "but" && words[index - 1]?.text === "anything") return true;
  }
  return isDeniedThroughout(words, at);
}

function isDeniedThroughout(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index > Math.max(0, at - WHOLE_CLAUSE); index--) {
    const [before, word] = [words[index - 1]?.text ?? "", words[index]?.text ?? ""];
    if (word === "once" && (before === "never" || before === "not")) return true;
    if (before === "no" && (word === "point" || word === "time" && words[index - 2]?.text === "at")) return true;
  }
  return false;
}

function isEmphatic(words: readonly Word[], negator: number, at: number): boolean {
  // "Nothing, it was good", often written without the comma.
  if (negator === 0 && words[0]?.text === "nothing") return !DENIED_BY_NOTHING.has(words[1]?.text ?? "");
  const next = words[negator + 1]?.text ?? "";
  // "You would not believe how good it is" means that it is good.
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
