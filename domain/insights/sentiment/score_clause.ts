import type { Clause } from "../text/clause_split.ts";
import { textAt, type Word, wordList } from "../text/words_of.ts";
import { besideOwn } from "./own_opinions.ts";
import { isDenial, isNegated, isNegator } from "./negation.ts";
import type { PolarWord } from "./polar_word.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { sizeStrength } from "./size_strength.ts";
import { wishIn } from "./wishes.ts";
import lists from "./rule_words.json" with { type: "json" };

const INTENSIFIERS = wordList(lists.score_clause.intensifiers);
const DOWNTONERS = wordList(
  "slightly somewhat little bit fairly quite rather relatively mostly kinda partly sometimes almost",
);
const [INTENSIFIED, DOWNTONED] = [1.3, 0.65];
const NEGATED = -0.7;
const UNFULFILLED = -0.4;
const QUESTIONED = 0.5;
/** Score of a clause with a denial and no opinion word: "We were not told". */
const DENIAL = -0.7;
/** Minimum strength of a phrase that stops a negation. A weaker one, as "not much", qualifies the words after it. */
const FAINT = 0.4;
/** Conjunctions that pass a negation on: "No compassion or empathy" denies both. */
const OR = wordList("or nor");
/** Normalisation constant, as alpha in VADER: the larger, the more words it takes to come near 1. */
const SATURATION = 12;
/** Modals that make one of the following verbs unreal: "would have been nice". */
const MODALS = wordList("would could should");
const UNREAL = wordList("have be of been 've");
/**
 * Verbs of wishes: what follows did not happen. The second list also reaches distant words: "I bought these hoping that
 * I could make it fit better".
 */
const [WISHES, FAR_WISHES] = [wordList("wish wished hoped hoping expected expecting"), wordList("wish hoping")];
const [NEAR, FAR] = [4, 9];

/** Finds the words of a clause that carry an opinion, with their strength in context. */
export function polarWords(clause: Clause, lexicon: SentimentLexicon): readonly PolarWord[] {
  const own = lexicon.ownOpinions?.(clause.words);
  const wish = wishIn(clause, lexicon);
  const found = wish === null ? generalWords(clause.words, lexicon) : [wish];
  return own === undefined || own.length === 0 ? found : besideOwn(found, own);
}

function generalWords(words: readonly Word[], lexicon: SentimentLexicon): readonly PolarWord[] {
  const found: PolarWord[] = [];
  let from = 0;
  let denial = -1;
  for (let at = 0; at < words.length;) {
    const word = words[at];
    const hit = word === undefined || !lexicon.mayTell(word) ? null : lexicon.longestAt(words, at);
    const size = hit === null || hit.length === 1 ? sizeStrength(words, at) : 0;
    if (size !== 0) found.push({ at, length: 1, strength: strengthAt(words, at, from, size) });
    else if (hit === null && denial < 0 && isDenial(words, at)) denial = at;
    if (size !== 0 || hit === null) {
      at++;
      continue;
    }
    if (hit.value !== 0) {
      found.push({ at, length: hit.length, strength: strengthAt(words, at, from, hit.value, hit.length) });
    }
    at += hit.length;
    // A negation inside a phrase of praise ("no problem") ends there; inside other phrases ("not really") it continues.
    if (hit.length > 1 && hit.value >= FAINT && !OR.has(textAt(words, at))) from = at;
  }
  if (found.length === 0 && denial >= 0) found.push({ at: denial, length: 1, strength: DENIAL });
  return found;
}

function strengthAt(words: readonly Word[], at: number, from: number, strength: number, length = 1): number {
  const toned = strength * toneBefore(words, at, from);
  // A phrase that is itself a denial is not negated by an earlier one: "No call, no show".
  const isDenied = !(length > 1 && isNegator(textAt(words, at))) && isNegated(words, at, from);
  if (isDenied) return toned * NEGATED;
  return strength > 0 && isUnfulfilled(words, at) ? toned * UNFULFILLED : toned;
}

function toneBefore(words: readonly Word[], at: number, from: number): number {
  let tone = 1;
  for (let index = at - 1; index >= Math.max(from, at - 2) && !words[index + 1]?.isAfterBreak; index--) {
    const text = textAt(words, index);
    if (INTENSIFIERS.has(text)) tone *= INTENSIFIED;
    else if (DOWNTONERS.has(text)) tone *= DOWNTONED;
  }
  return tone;
}

function isUnfulfilled(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - FAR) && !words[index + 1]?.isAfterBreak; index--) {
    const text = textAt(words, index);
    if ((index >= at - NEAR ? WISHES : FAR_WISHES).has(text)) return true;
    if (index >= at - NEAR && MODALS.has(text)) return UNREAL.has(textAt(words, index + 1));
  }
  return false;
}

/** Returns the score of some opinion words of a clause, -1 to 1; 0 for none. */
export function scorePolarWords(clause: Clause, words: readonly PolarWord[]): number {
  const sum = words.reduce((total, { strength }) => total + strength, 0);
  const emphasis = (clause.isQuestion ? QUESTIONED : 1) * (1 + 0.1 * Math.min(3, clause.exclamations));
  const valence = sum * emphasis;
  return valence / Math.sqrt(valence * valence + SATURATION);
}
