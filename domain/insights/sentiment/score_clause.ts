import type { Clause } from "../text/clause_split.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { eventAt } from "./event_strength.ts";
import { expectationEventAt, isOnlyExpected } from "./expectation_strength.ts";
import { isDenial, isNegated, isNegator } from "./negation.ts";
import type { OwnOpinion } from "./own/own_opinion.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { sizeStrength } from "./size_strength.ts";

/** A word or phrase of a clause that carries an opinion. */
export interface PolarWord {
  /** Index of its first word in the clause. */
  readonly at: number;
  /** Number of words. */
  readonly length: number;
  /** Strength in its context: negated, intensified and so on. */
  readonly strength: number;
  /** Whether it alone decides of what it covers (see `OwnOpinion`). */
  readonly isCertain?: boolean;
}

const INTENSIFIERS = new Set(
  ("very really so extremely incredibly absolutely totally completely truly super highly such most especially " +
    "particularly exceptionally remarkably utterly thoroughly entirely always too seriously beyond insanely").split(
      " ",
    ),
);
const DOWNTONERS = new Set(
  "slightly somewhat little bit fairly quite rather relatively mostly kinda partly sometimes almost".split(" "),
);
/** `MODALS` followed by one of `UNREAL` make what follows unreal: "would have been nice". */
const MODALS = new Set(["would", "could", "should"]);
const UNREAL = new Set(["have", "be", "of", "been", "'ve"]);
/** Verbs and words by which a clause states something, so that it is no suggestion. */
const ASSERTS = new Set("is was are were than i we had has did could should too".split(" "));
const WISHES = new Set(["wish", "wished", "hoped", "hoping", "expected", "expecting"]);
/** "I bought these hoping that I could make my headset fit better." */
const FAR_WISHES = new Set(["wish", "hoping"]);
const [NEAR, FAR] = [4, 9];
const COMPARATIVES = new Set(
  "more better faster quicker less fewer shorter sooner earlier easier clearer cheaper improved".split(" "),
);
/** Verbs that make a clause a suggestion when they open it: "Reduce waiting times". */
const DEMANDS = new Set(
  "improve reduce increase employ recruit shorten attend listen stop train communicate".split(" "),
);
const LEAD_INS = new Set(["a", "just", "maybe", "perhaps", "much", "be", "have", "provide", "get", "need", "needs"]);
/** In words. */
const LONGEST_SUGGESTION = 12;
/** How near praise stands to a burden that it is of. */
const PRAISED_WITHIN = 4;
const BEING = new Set("is are was were isn't aren't wasn't weren't seemed felt moved moves move".split(" "));
const INTENSIFIED = 1.3;
const DOWNTONED = 0.65;
const NEGATED = -0.7;
const UNFULFILLED = -0.4;
const CONDITIONAL = 0.4;
const SHOUTED = 1.25;
const QUESTIONED = 0.5;
/** Strength of a suggestion such as "More parking": something was missing. */
const SUGGESTION = -2.5;
/** "Without them I would": what is thought away is needed. "Without a doubt" thinks nothing away. */
const MISSING = new Set(["would", "could", "wouldn't", "couldn't", "can't", "cannot"]);
const CERTAINLY = new Set(["doubt", "question", "hesitation", "hesitating", "fail"]);
const INDISPENSABLE = 1.6;
/** Strength of a clause with a denial and no opinion word: "We were not told". */
const DENIAL = -0.7;
/** Normalisation constant, as alpha in VADER: the larger, the more words it takes to come near 1. */
const SATURATION = 12;

/** Finds the words of a clause that carry an opinion, with their strength in context. */
export function polarWords(clause: Clause, lexicon: SentimentLexicon): readonly PolarWord[] {
  const own = lexicon.ownOpinions?.(clause.words);
  const found = generalWords(clause, lexicon);
  return own === undefined || own.length === 0 ? found : besideOwn(found, own, clause.words);
}

/**
 * Of the general words those that say nothing of what the operator's own words say already: "gone" in "my acne is gone",
 * "horrible" in "no more horrible acne", and praise in what is asked for.
 */
function besideOwn(
  found: readonly PolarWord[],
  own: readonly OwnOpinion[],
  words: readonly Word[],
): readonly PolarWord[] {
  const [first] = own;
  if (first?.isOfClause === true) return withRequest(found, first);
  const decided = own.filter((one) => !isPraisedAt(found, one, words));
  const others = found.filter((word) =>
    !decided.some(({ at, length, strength }) => {
      const from = strength > 0 && word.strength < 0 ? at - 1 : at;
      return word.at < at + length && word.at + word.length > from;
    })
  );
  return [...others, ...decided].sort((a, b) => a.at - b.at);
}

/** Whether a burden that is only named is praised beside it: "the queues were brilliantly run". */
function isPraisedAt(
  found: readonly PolarWord[],
  { at, length, strength }: OwnOpinion,
  words: readonly Word[],
): boolean {
  if (strength >= 0) return false;
  return found.some((word) => {
    if (word.strength <= 0) return false;
    const isBefore = word.at < at;
    const [from, to] = isBefore ? [word.at + word.length - 1, at] : [at + length - 1, word.at];
    if (to - from > PRAISED_WITHIN) return false;
    for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak) return false;
    return isBefore || words.slice(from, to).some(({ text }) => BEING.has(text));
  });
}

/** A request or an inability, which a phrase such as "can't complain" is not. */
function withRequest(found: readonly PolarWord[], request: OwnOpinion): readonly PolarWord[] {
  const { at, length, strength } = request;
  const isPhrase = found.some((word) =>
    word.strength > 0 && word.length > 1 && word.at <= at + 1 && word.at + word.length > at
  );
  if (isPhrase) return found;
  const before = found.filter((word) => word.at < at);
  const from = before.length === 0 ? 0 : at;
  const after = found.filter((word) => word.at >= at && word.strength < 0 || word.at >= at + length);
  return [...before, { at: from, length: at + length - from, strength, isCertain: true }, ...after];
}

function generalWords(clause: Clause, lexicon: SentimentLexicon): readonly PolarWord[] {
  const { words } = clause;
  const found: PolarWord[] = [];
  const suggested = suggestionEnd(words, lexicon);
  if (suggested > 0) found.push({ at: 0, length: suggested, strength: SUGGESTION });
  let from = suggested;
  let denial = -1;
  for (let at = suggested; at < words.length;) {
    const word = words[at];
    if (word === undefined || !lexicon.mayTell(word, words[at + 1])) {
      at++;
      continue;
    }
    const hit = lexicon.longestAt(words, at);
    const size = hit === null || hit.length === 1 ? sizeStrength(words, at) : 0;
    if (size !== 0) {
      found.push({ at, length: 1, strength: strengthAt(words, at, from, size) });
      at++;
      continue;
    }
    const event = hit === null || hit.length <= 2 ? eventAt(words, at) : null;
    if (event !== null && event.length > (hit?.length ?? 0)) {
      const strength = event.isSettled === true ? event.strength : strengthAt(words, at, from, event.strength);
      found.push({ at, length: event.length, strength });
      at += event.length;
      continue;
    }
    // "Arrived quicker than predicted": the comparison begins at the last word of the phrase.
    const compared = hit === null ? null : expectationEventAt(words, at + hit.length - 1);
    if (hit !== null && compared !== null) {
      const last = at + hit.length - 1;
      found.push({ at: last, length: compared.length, strength: strengthAt(words, last, from, compared.strength) });
      at = last + compared.length;
      continue;
    }
    if (hit === null) {
      if (denial < 0 && isDenial(words, at)) denial = at;
      at++;
      continue;
    }
    if (hit.value !== 0) {
      const shout = word.isShouted && words.some(({ isShouted, text }) => !isShouted && text.length > 2) ? SHOUTED : 1;
      found.push({ at, length: hit.length, strength: shout * strengthAt(words, at, from, hit.value, hit.length) });
    }
    at += hit.length;
    // A negation inside a phrase, as in "no problem", does not reach beyond it; that of a neutral phrase, as in "not
    // really", does.
    if (hit.length > 1 && hit.value !== 0) from = at;
  }
  if (isMissedIfAbsent(words)) return [{ at: 0, length: 1, strength: INDISPENSABLE }];
  if (found.length === 0 && denial >= 0) found.push({ at: denial, length: 1, strength: DENIAL });
  return found;
}

/** The score of some opinion words of a clause, -1 to 1; 0 for none. */
export function scorePolarWords(clause: Clause, words: readonly PolarWord[]): number {
  const sum = words.reduce((total, { strength }) => total + strength, 0);
  const emphasis = (clause.isQuestion ? QUESTIONED : 1) * (1 + 0.1 * Math.min(3, clause.exclamations));
  const valence = sum * emphasis;
  return valence / Math.sqrt(valence * valence + SATURATION);
}

/** "Without patient transport I could not get to hospital" praises it. */
function isMissedIfAbsent(words: readonly Word[]): boolean {
  const at = /^(?:and|but|as)$/.test(textAt(words, 0)) ? 1 : 0;
  if (textAt(words, at) !== "without" || CERTAINLY.has(textAt(words, at + 1)) || CERTAINLY.has(textAt(words, at + 2))) {
    return false;
  }
  return words.slice(at + 2, at + 7).some(({ text }, index, part) =>
    /^(?:i|we|he|she|they)$/.test(text) && MISSING.has(part[index + 1]?.text ?? "")
  );
}

function strengthAt(words: readonly Word[], at: number, from: number, strength: number, length = 1): number {
  const toned = strength * toneBefore(words, at, from);
  // "No call, no show": what is itself a denial is not denied by the one before.
  const isDenialItself = length > 1 && isNegator(words[at]?.text ?? "");
  if (!isDenialItself && isNegated(words, at, from)) return toned * NEGATED;
  if (strength > 0 && isUnfulfilled(words, at)) return toned * UNFULFILLED;
  if (isContraryToFact(words, at) || strength < 0 && isOnlyExpected(words, at)) return toned * UNFULFILLED;
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

/**
 * Number of words at the beginning that make the clause a suggestion: "Just more accurate" of "Just more accurate
 * times", a comparative without a verb of being. 0 if the clause is none.
 */
function suggestionEnd(words: readonly Word[], lexicon: SentimentLexicon): number {
  if (words.length > LONGEST_SUGGESTION) return 0;
  if (isDemand(words) && !words.some(({ text }) => ASSERTS.has(text))) return 1;
  const at = LEAD_INS.has(words[0]?.text ?? "") ? 1 : 0;
  if (!COMPARATIVES.has(words[at]?.text ?? "")) return 0;
  if ((lexicon.longestAt(words, at)?.length ?? 0) > 1) return 0;
  if (words.length < at + 2 || words[at + 1]?.text === "than") return 0;
  return words.slice(at).some(({ text }) => ASSERTS.has(text)) ? 0 : at + 2;
}

/** "Reduce waiting times", "speed up the dispatch", "make it easier to get through"; not "speed of response". */
function isDemand(words: readonly Word[]): boolean {
  const [first = "", next = ""] = [words[0]?.text, words[1]?.text];
  if (DEMANDS.has(first)) return words.length > 1;
  if (first === "speed") return next === "up" || next === "things";
  if (first === "be") return next === "on" || next === "early" || next === "prompt";
  return first === "make" && words.slice(1, 5).some(({ text }) => COMPARATIVES.has(text));
}

/** Whether the word is in an unreal statement: "would have been nice", "I wish they were friendly". */
function isUnfulfilled(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - FAR); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    const word = words[index]?.text ?? "";
    if (WISHES.has(word) && (index >= at - NEAR || FAR_WISHES.has(word))) return true;
    if (index < at - NEAR) continue;
    if (MODALS.has(word)) return UNREAL.has(words[index + 1]?.text ?? "");
  }
  return false;
}

function isConditional(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - 6); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (words[index]?.text === "if" || words[index]?.text === "unless") return true;
  }
  return false;
}

/** "If they had come on time": they did not. */
function isContraryToFact(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(1, at - 6); index--) {
    if (words[index + 1]?.isAfterBreak) return false;
    if (words[index]?.text === "had" && (words[index - 1]?.text === "if" || words[index - 2]?.text === "if")) {
      return true;
    }
  }
  return false;
}
