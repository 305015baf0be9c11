import { textAt, type Word, wordList } from "../text/words_of.ts";
import lists from "./rule_words.json" with { type: "json" };

/** Words that negate what follows, apart from those that end in "n't". */
const NEGATORS = wordList(lists.negation.negators);
/** Words after which "not" is no negation: "Not only friendly", "nicht nur freundlich". */
const ADDITIVE = wordList("only just merely simply nur seulement sólo");
/** Verbs of opinion that pass a negation on to a more distant word: "I don't think the food is good". */
const OPINES = wordList("think feel find consider say call");
const BE = wordList("be been");
/** Comparatives after "be", good and bad: "kinder", "ruder". */
const COMPARATIVE = /(?:er|worse)$/;
/** Reach of a negation, and of one before a verb of opinion, in words. */
const [REACH, FAR_REACH] = [3, 6];

/** Returns whether a word negates what follows. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/**
 * Returns whether the word negates its clause, as in "we were not asked". "No" and "nothing" do not, as they are also
 * answers.
 */
export function isDenial(words: readonly Word[], at: number): boolean {
  const word = textAt(words, at);
  return (word === "not" || word === "never" || word === "cannot" || word.endsWith("n't")) &&
    !ADDITIVE.has(textAt(words, at + 1));
}

/**
 * Returns whether the word is negated: by one of the three words before it with no comma between, or by a negated
 * "think", "find" or the like up to six words before. "Not only", "couldn't be more", "couldn't be nicer" and
 * "never so" do not negate.
 *
 * @param from Index of the first word that may negate.
 */
export function isNegated(words: readonly Word[], at: number, from = 0): boolean {
  for (let index = at - 1; index >= Math.max(from, at - FAR_REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (index < at - REACH && !OPINES.has(textAt(words, index + 1))) continue;
    if (isNegator(textAt(words, index))) return !isEmphatic(words, index, at);
  }
  return false;
}

function isEmphatic(words: readonly Word[], negator: number, at: number): boolean {
  if (ADDITIVE.has(textAt(words, negator + 1))) return true;
  const negated = textAt(words, negator);
  const mayBe = negated.startsWith("could") || negated.startsWith("can") || textAt(words, negator - 1) === "could";
  if (mayBe && BE.has(textAt(words, at - 1)) && COMPARATIVE.test(textAt(words, at))) return true;
  return words.slice(negator + 1, at).some(({ text }) =>
    mayBe && text === "more" || negated === "never" && (text === "so" || text === "such")
  );
}
