import type { Clause } from "../text/clause_split.ts";
import { wordList } from "../text/word_list.ts";
import { textAt, type Word } from "../text/words_of.ts";
import { besideOwn } from "./beside_own.ts";
import { isDenial, isLack, isNegator } from "./negation.ts";
import type { PolarWord } from "./polar_word.ts";
import type { SentimentLexicon } from "./sentiment_lexicon.ts";
import { sizeStrength } from "./size_strength.ts";
import { strengthAt } from "./strength_in_context.ts";
import { wishIn } from "./wish_strength.ts";

const SHOUTED = 1.25;
const QUESTIONED = 0.5;
/** Strength of a clause with a denial and no opinion word: "We were not told". */
const DENIAL = -0.7;
/** What a place need not be: "not the fanciest", but not "not the cleanest". */
const LAVISH = wordList(
  "fanciest biggest largest poshest grandest flashiest newest prettiest smallest nearest closest glamorous luxurious modern elegant " +
    "exciting upscale expensive",
);
/** A phrase of less strength, as "not much", qualifies what follows it. */
const FAINT = 0.4;
/** "No compassion or empathy" denies both. */
const OR = new Set(["or", "nor"]);
const OPENS = new Set(['"', "\u201c"]);
const CLOSES = new Set(['"', "\u201d"]);
/** Praise in quotation marks is somebody else's claim. */
const DOUBTED = -0.5;
/** Normalisation constant, as alpha in VADER: the larger, the more words it takes to come near 1. */
const SATURATION = 12;

/** Finds the words of a clause that carry an opinion, with their strength in context. */
export function polarWords(clause: Clause, lexicon: SentimentLexicon): readonly PolarWord[] {
  const own = lexicon.ownOpinions?.(clause.words);
  const found = generalWords(clause, lexicon);
  return own === undefined || own.length === 0 ? found : besideOwn(found, own, clause.words);
}

function generalWords(clause: Clause, lexicon: SentimentLexicon): readonly PolarWord[] {
  const { words } = clause;
  const found: PolarWord[] = [];
  const wish = wishIn(clause, lexicon);
  const opens = wish?.at === 0;
  if (opens) found.push(wish);
  let from = opens ? wish.length : 0;
  const end = opens ? words.length : wish?.at ?? words.length;
  // Looked for once a clause, which may be thousands of words in capitals.
  let hasPlain: boolean | null = null;
  let denial = -1;
  for (let at = from; at < end;) {
    const word = words[at];
    if (word === undefined || !lexicon.mayTell(word)) {
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
    if (hit === null) {
      // "Not the fanciest hall" is neither good nor bad.
      const superlative = superlativeDenied(words, at);
      if (superlative > 0) {
        at += superlative;
        continue;
      }
      if (denial < 0 && isDenial(words, at)) denial = at;
      at++;
      continue;
    }
    if (hit.value !== 0) {
      const isClaimed = hit.value > 0 && isQuoted(clause, at, hit.length);
      const shout = word.isShouted && (hasPlain ??= words.some(isPlain)) ? SHOUTED : 1;
      const strength = shout * strengthAt(words, at, from, hit.value, hit.length);
      found.push({ at, length: hit.length, strength: isClaimed ? DOUBTED * strength : strength });
    }
    at += hit.length;
    // A negation inside a phrase, as in "no problem", does not reach beyond it; that of a neutral phrase, as in "not
    // really", does.
    if (hit.length > 1 && Math.abs(hit.value) >= FAINT && !isLack(word.text) && !OR.has(textAt(words, at))) {
      from = isOpen(textAt(words, at - 1)) ? at - 1 : at;
    }
  }
  if (wish !== null) return opens ? found : [...found, wish];
  if (found.length === 0 && denial >= 0) found.push({ at: denial, length: 1, strength: DENIAL });
  return found;
}

/** Number of the words of "not the fanciest" at a place; 0 if there are none. */
function superlativeDenied(words: readonly Word[], at: number): number {
  if (!/^(?:not|isn't|wasn't|aren't|weren't)$/.test(textAt(words, at)) || textAt(words, at + 1) !== "the") return 0;
  if (textAt(words, at + 2) === "most") return LAVISH.has(textAt(words, at + 3)) ? 4 : 0;
  return LAVISH.has(textAt(words, at + 2)) ? 3 : 0;
}

function isPlain({ isShouted, text }: Word): boolean {
  return !isShouted && text.length > 2;
}

/** The score of some opinion words of a clause, -1 to 1; 0 for none. */
export function scorePolarWords(clause: Clause, words: readonly PolarWord[]): number {
  const sum = words.reduce((total, { strength }) => total + strength, 0);
  const emphasis = (clause.isQuestion ? QUESTIONED : 1) * (1 + 0.1 * Math.min(3, clause.exclamations));
  const valence = sum * emphasis;
  return valence / Math.sqrt(valence * valence + SATURATION);
}

/** Whether nothing but these words stands in quotation marks: the "friendly" staff is not. */
function isQuoted({ text, start, words }: Clause, at: number, length: number): boolean {
  const [first, last] = [words[at], words[at + length - 1]];
  return first !== undefined && last !== undefined && OPENS.has(text.charAt(first.start - start - 1)) &&
    CLOSES.has(text.charAt(last.end - start));
}

/** Whether a phrase goes on denying what follows it: "there was no", "very little". */
function isOpen(last: string): boolean {
  return last === "little" || last === "any" || isNegator(last);
}
