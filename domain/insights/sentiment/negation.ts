import { counts } from "../rule_groups.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";

const NEGATORS = new Set(
  ("not no never none nobody nothing neither nor without hardly barely scarcely rarely seldom cannot cant dont doesnt " +
    "didnt wont wouldnt couldnt shouldnt isnt arent wasnt werent havent hasnt hadnt aint zero devoid minimal lack lacks " +
    "lacked lacking")
    .split(" "),
);
/** There is nothing of what follows these: "no effort", "lack of care". */
export const NONE_OF: ReadonlySet<string> = wordList("no zero without lack lacks lacked lacking devoid minimal");
/** These deny what follows unless they are denied themselves: "there is no lack of care". */
const LACKS = wordList("lack lacks lacked lacking devoid");
/** What is denied in a thing's place: "not an ounce of care", "no sign of warmth". */
const SCRAPS = wordList(
  "ounce shred bit hint scrap word iota trace sign drop single modicum semblance touch spark speck inkling whit morsel",
);
const REFUSES = wordList("refuse refused refuses refusing");
/** "No end of kindness". */
const PLENTY = wordList("end shortage dearth want limit");
/** After these "little" tells how much there was; "a little" and "little gem" do not. */
const BEFORE_LITTLE = wordList(
  "very so too precious with was is were showed shown show had has have offered gave extremely",
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

const PARTS = wordList("who that which than as but and because if would could when while");

/** Whether a word negates what follows. */
export function isNegator(word: string): boolean {
  return NEGATORS.has(word) || word.endsWith("n't");
}

/** Whether the word at a place is the least there can be of a thing: the "ounce" of "not an ounce of care". */
export function isScrap(words: readonly Word[], at: number): boolean {
  return SCRAPS.has(textAt(words, at));
}

/** Whether a word tells of a lack, which may be denied itself. */
export function isLack(word: string): boolean {
  return LACKS.has(word);
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
  if (!counts("negation")) return words.slice(Math.max(from, at - REACH), at).some(({ text }) => isNegator(text));
  // "Nor did we find, as some did, that the bar was noisy."
  if (words[0]?.text === "nor" && at > 0 && at < FAR_DENIAL && from === 0) return true;
  // "He explained nothing."
  if (words[at + 1]?.text === "nothing" && !words[at + 1]?.isAfterBreak) return true;
  // "Not one of them showed any empathy", "never gave us any help".
  let near = at - (textAt(words, at - 1) === "any" ? FAR_REACH : REACH);
  for (let index = at - 1; index >= Math.max(from, at - FAR_REACH); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    const text = textAt(words, index);
    if (text === "of") {
      if (PLENTY.has(textAt(words, index - 1)) && isNegator(textAt(words, index - 2))) return false;
      if (isScrap(words, index - 1)) near = index - REACH;
    }
    // "Refused to let her be embarrassed."
    if (text === "let" && index >= near && textAt(words, index - 1) === "to" && REFUSES.has(textAt(words, index - 2))) {
      return true;
    }
    // "Don't think so girl was very helpful" answers a question before it.
    if (text === "so" && textAt(words, index - 1) === "think") return false;
    if (index < near && !OPINES.has(textAt(words, index + 1))) continue;
    // Not without end: a text may consist of nothing else.
    if (LACKS.has(text)) return !isNegated(words, index, Math.max(from, at - FAR_DENIAL));
    if (isNegator(text)) return !isEmphatic(words, index, at);
    if (text === "little" && isScant(words, index)) return true;
    // "It was anything but a rip-off."
    if (text === "but" && textAt(words, index - 1) === "anything") return true;
  }
  return isDeniedThroughout(words, at);
}

/** Whether the word "little" at a place tells that there was hardly any: "very little care", "little or no warmth". */
function isScant(words: readonly Word[], at: number): boolean {
  const next = textAt(words, at + 1);
  if (next === "bit" || next === "more" || next === "too") return false;
  return (next === "or" || next === "to") && textAt(words, at + 2) === "no" || at === 0 ||
    BEFORE_LITTLE.has(textAt(words, at - 1)) && !(words[at]?.isAfterBreak ?? false);
}

function isDeniedThroughout(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index > Math.max(0, at - WHOLE_CLAUSE); index--) {
    const [before, word] = [words[index - 1]?.text ?? "", words[index]?.text ?? ""];
    if (word === "once" && (before === "never" || before === "not")) return true;
    if (before === "no" && (word === "point" || word === "time" && words[index - 2]?.text === "at")) return true;
    if (word === "of" && isNoneOf(words, index) && !words.slice(index + 1, at + 1).some(leavesNone)) return true;
  }
  return false;
}

/** "None of the staff were helpful", "not one of them was kind". */
function isNoneOf(words: readonly Word[], of: number): boolean {
  const before = textAt(words, of - 1);
  return before === "none" || before === "neither" || before === "one" && textAt(words, of - 2) === "not";
}

/** "None of the others are as good as the friendly staff here." */
function leavesNone({ text, isAfterBreak }: Word): boolean {
  return isAfterBreak || PARTS.has(text) || isNegator(text);
}

function isEmphatic(words: readonly Word[], negator: number, at: number): boolean {
  // "Nothing, it was good", often written without the comma.
  if (negator === 0 && words[0]?.text === "nothing") return !DENIED_BY_NOTHING.has(words[1]?.text ?? "");
  const next = words[negator + 1]?.text ?? "";
  // "You would not believe how good it is" means that it is good.
  if (next === "believe" || next === "imagine" || ADDITIVE.has(next)) return true;
  const negated = words[negator]?.text ?? "";
  const mayBe = /^(?:could|can)/.test(negated) || textAt(words, negator - 1) === "could";
  // "The staff couldn't be friendlier."
  if (mayBe && textAt(words, at).endsWith("er")) return true;
  for (let index = negator + 1; index < at; index++) {
    const word = words[index]?.text ?? "";
    if (word === "more" && mayBe) return true;
    if (negated === "never" && (word === "so" || word === "such")) return true;
  }
  return false;
}
