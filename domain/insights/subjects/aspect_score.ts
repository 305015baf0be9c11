import { isNegator } from "../sentiment/negation.ts";
import type { PolarWord } from "../sentiment/polar_word.ts";
import type { ScoredClause } from "../sentiment/score_sentence.ts";
import { scorePolarWords } from "../sentiment/score_clause.ts";
import { textAt, type Word, wordList } from "../text/words_of.ts";
import { firstFrom } from "./shared_clause.ts";
import lists from "./subject_words.json" with { type: "json" };

/** Maximum distance of a subject after its opinion, in words: "great, really great food". */
const AHEAD = 3;
/** Maximum distance of a subject before its opinion, in words: "the food they brought was great". */
const BEHIND = 5;
/** Strength below which an opinion word, such as "wait", yields to the words around it. */
const WEAK = 1;
/** Maximum number of opinions that are all read. Of more, as in a text of a thousand tags, only the nearby ones are. */
const FEW = 16;
const NONE: readonly PolarWord[] = [];

/**
 * Returns the score of an aspect in a clause, -1 to 1, from the opinion words near its words and from absences; 0
 * without any. In a row such as "skilled man, rude dispatcher", only the aspect's part counts if it has an opinion.
 *
 * @param places Indexes of the aspect's words in the clause, ascending.
 * @param opinions Opinions of this aspect, where the clause's others are of other aspects; null for the nearby ones.
 */
export function aspectScore(
  clause: ScoredClause,
  places: readonly number[],
  opinions: readonly PolarWord[] | null = null,
): number {
  const certain = certainWords(clause, places);
  if (certain.length > 0) return scorePolarWords(clause, certain);
  // Certain opinions of other burdens are excluded: "light periods and no cramps".
  const near = withoutCertain(opinions ?? opinionsNear(clause.polarWords, places));
  const absent = absences(clause, places);
  const own = inItsPart(clause.words, places, near);
  return scorePolarWords(clause, absent.length === 0 ? own : [...own, ...absent]);
}

function withoutCertain(opinions: readonly PolarWord[]): readonly PolarWord[] {
  return opinions.some(({ isCertain }) => isCertain === true)
    ? opinions.filter(({ isCertain }) => isCertain !== true)
    : opinions;
}

function opinionsNear(opinions: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  let place = 0;
  return opinionsAround(opinions, places).filter(({ at, length }) => {
    while ((places[place] ?? Infinity) < at - BEHIND) place++;
    return (places[place] ?? Infinity) <= at + length - 1 + AHEAD;
  });
}

/**
 * Cache per list of opinions: for each index, the furthest end of the opinions up to it. A wish may cover later
 * opinions.
 */
const endsOf = new WeakMap<readonly PolarWord[], readonly number[]>();

/** Returns the opinions of a clause that may apply to some places, in order, perhaps with others. */
function opinionsAround(opinions: readonly PolarWord[], places: readonly number[]): readonly PolarWord[] {
  const [first, last] = [places[0], places.at(-1)];
  if (opinions.length <= FEW || first === undefined || last === undefined) return opinions;
  let ends = endsOf.get(opinions);
  if (ends === undefined) {
    let end = 0;
    ends = opinions.map(({ at, length }) => end = Math.max(end, at + length));
    endsOf.set(opinions, ends);
  }
  let to = firstFrom(ends, first - AHEAD + 1);
  const from = to;
  while (to < opinions.length && opinions[to]!.at <= last + BEHIND) to++;
  return opinions.slice(from, to);
}

/**
 * Returns the opinions that alone decide the score of an aspect: those that cover one of its words. For an aspect
 * without words, those that cover the whole clause.
 */
export function certainWords({ polarWords, words }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  if (places.length === 0) {
    const [first] = polarWords;
    return first?.isCertain === true && first.length === words.length ? [first] : NONE;
  }
  const around = opinionsAround(polarWords, places);
  return around.some(({ isCertain }) => isCertain === true)
    ? around.filter(({ at, length, isCertain }) =>
      isCertain === true && (places[firstFrom(places, at)] ?? Infinity) < at + length
    )
    : NONE;
}

function inItsPart(
  words: readonly Word[],
  places: readonly number[],
  near: readonly PolarWord[],
): readonly PolarWord[] {
  if (near.length < 2) return near;
  const own = near.filter(({ at, length }) => {
    // Only the nearest place on each side is checked: a comma-free path to a further one passes through it.
    const next = firstFrom(places, at);
    return [places[next - 1], places[next]].some((place) =>
      place !== undefined && isOnePart(words, Math.min(place, at), Math.max(place, at + length - 1))
    );
  });
  return own.length === 0 ? near : own;
}

function isOnePart(words: readonly Word[], from: number, to: number): boolean {
  for (let index = from + 1; index <= to; index++) if (words[index]?.isAfterBreak) return false;
  return true;
}

function absences({ words, polarWords }: ScoredClause, places: readonly number[]): readonly PolarWord[] {
  let found: PolarWord[] | null = null;
  for (const at of places) {
    const strength = absenceOf(words, at);
    if (strength !== 0 && !isOpinion(polarWords, at)) (found ??= []).push({ at, length: 1, strength });
  }
  return found ?? NONE;
}

function isOpinion(opinions: readonly PolarWord[], place: number): boolean {
  return opinionsAround(opinions, [place]).some(({ at, length, strength }) =>
    at <= place && place < at + length && Math.abs(strength) >= WEAK
  );
}

const NONE_OR_LITTLE = wordList(
  "no zero without lack lacks lacked lacking devoid minimal insufficient inadequate missing nowhere",
);
/** Words that ask for more of a thing: "please provide parking", "you need more staff". */
const [WISHED_AFTER, WISHED_BEFORE] = [
  wordList("please should must could wish need needs"),
  wordList("provide add install have need more"),
];
const BURDENS = wordList(lists.aspect_score.burdens);
/** Words that may directly precede an absent burden; not "no access fee". */
const PLAIN = wordList(lists.aspect_score.plain);
/** Words that form another phrase with "no": "no other park", "no need to pay". */
const OTHER_PHRASE = wordList("other one doubt need longer idea way matter reason question better more less exception");
/** Maximum number of words between "no" and the missing thing: "any free", "of decent". */
const BETWEEN = 3;
/** Maximum distance of "not enough" after a thing, in words: "parking is not enough". */
const BEHIND_ENOUGH = 4;
const [MISSED, SPARED] = [-1.9, 1.9];

/**
 * Scores what a clause says is missing, as an opinion of its own. A missing thing is criticised ("no parking", "not
 * enough parking", "please provide parking"); a missing burden is praised ("no wait"). 0 if nothing is absent.
 *
 * @param at Index of the word for the thing.
 */
function absenceOf(words: readonly Word[], at: number): number {
  const isNone = isNoneBefore(words, at);
  if (!BURDENS.has(textAt(words, at))) {
    return isNone || isWished(words, at) || isNotEnough(words, at) ? MISSED : 0;
  }
  return isNone && (at === 0 || PLAIN.has(textAt(words, at - 1))) ? SPARED : 0;
}

function isNoneBefore(words: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= Math.max(0, at - BETWEEN - 1) && !words[index + 1]?.isAfterBreak; index--) {
    if (NONE_OR_LITTLE.has(textAt(words, index))) return !OTHER_PHRASE.has(textAt(words, index + 1));
  }
  return false;
}

/** "Please provide parking", "they should have a café", "you need more staff". */
function isWished(words: readonly Word[], at: number): boolean {
  const before = words.slice(Math.max(0, at - BETWEEN - 1), at).map(({ text }) => text);
  const asks = before.findIndex((text) => WISHED_AFTER.has(text));
  return asks !== -1 && before.slice(asks + 1).some((text) => WISHED_BEFORE.has(text));
}

/** "Not enough staff", "the hall is not big enough". */
function isNotEnough(words: readonly Word[], at: number): boolean {
  const around = words.slice(Math.max(0, at - BEHIND_ENOUGH), at + BEHIND_ENOUGH + 1).map(({ text }) => text);
  const enough = around.indexOf("enough");
  return enough !== -1 && around.slice(0, enough).some(isNegator);
}
