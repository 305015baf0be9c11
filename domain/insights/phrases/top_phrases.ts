import { isNegator } from "../sentiment/negation.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { stemWord } from "../text/stem_word.ts";
import { isStopWord } from "../text/stop_words.ts";
import { phraseSegments } from "./phrase_segments.ts";
import { isWish } from "./wish.ts";
import { isTorn } from "./whole_phrase.ts";

/** Whether a phrase, in lower case, is or contains a name. */
export type IsName = (phrase: string) => boolean;

/** Which phrases may be chosen. */
export interface PhraseJudge {
  readonly isName: IsName;
  /** Whether a phrase contains a word of the subject; its sentence may also speak of something else. */
  readonly isOnSubject: (phrase: string) => boolean;
  /**
   * Whether a phrase of several reviews says something by itself.
   *
   * @param critical Share of its reviews that criticise the subject, 0 to 1.
   */
  readonly isTelling: (phrase: string, critical: number) => boolean;
  /**
   * Whether a phrase may be of the side that most opinions are of; any may if left out.
   *
   * @param critical As above.
   */
  readonly isOfMost?: (phrase: string, critical: number) => boolean;
  /** What the words of a phrase say by themselves, -1 to 1; nothing if left out. */
  readonly scoreOf?: (phrase: string) => number;
  /** How many reviews have it at least; one if left out. */
  readonly least?: number;
}

/** What one review says of an aspect or topic. */
export interface SaidInReview {
  /** Verbatim. */
  readonly clauses: readonly string[];
  /** Phrases of the clauses that carry an opinion (see `opinionPhrases`). */
  readonly opinions: readonly string[];
  /** Whether the review criticises the subject. */
  readonly isCritical: boolean;
}

const MOST_PHRASES = 5;
/** Share of the reviews from which on a side is so small that one review of it is no example. */
const FEW = 0.15;
// Bounds the work on a few very long reviews.
const MOST_CLAUSES = 8;
const AT_LENGTH = 80;
const [SHORTEST, LONGEST] = [2, 5];
// Phrases that begin with a stop word and still mean something by themselves.
const IDIOM = /^(?:on time|on schedule|on budget|in a hurry|up front|right on time)$/;

/** "Maintenance team was consistently" of "... consistently helpful". */
const HALF =
  /\b(?:is|was|are|were|be|been|so|very|really|too) (?!(?:friend|time|cost|love|live|order|home|on|ear|ug|sil|clean)ly$)\p{L}+ly$|\b(?:within|per|via|towards|without|against|among|except|despite|another|any|no|not|never)$|(?<!brand |like |good as )\b(?:new|young|old|whole|same|other|next)$/u;
/** "Can't say the staff were rude" tells what was not. */
const NOT_SAID =
  /^(?:can['’]?t|cannot|couldn['’]?t|wouldn['’]?t|don['’]?t|didn['’]?t|not) (?:say|think|that|find|call)\b/u;
/** Words that make an idea stronger, not another one. */
const TONES = new Set(
  ("very really so extremely incredibly absolutely totally completely truly super quite always too most pretty highly " +
    "exceptionally consistently especially particularly genuinely").split(" "),
);
/** "D show" of "4-D show". */
const LETTER = /^[b-hj-z]$/i;
const CAPITAL = /^\p{Lu}\p{Ll}/u;

interface Phrase {
  /**
   * The spelling of the newest review; one in lower case is preferred, as a capital may be that of a sentence's
   * beginning.
   */
  text: string;
  readonly words: readonly string[];
  isOpinion: boolean;
  reviews: number;
  /** Of these, how many criticise the subject. */
  critical: number;
  /** Number of reviews in which a segment ends with it. */
  endings: number;
  lastReview: number;
}

/**
 * The most telling phrases, at most five, verbatim: opinions, and phrases of two to five words that reviews repeat.
 * Repeated phrases neither begin nor end with a stop word, and no phrase contains another. Equal texts of 80 characters
 * or more count once. Where nearly all reviews are of one side, a phrase of a single review of the other is none, and
 * what critical reviews wish for is none, nor what criticises in the words of reviews that do not ("very high quote" is a
 * rival's). Sorted by number of reviews, then opinions first, then longer ones first, then
 * by text; but the first is of the side that most opinions are of.
 *
 * @param said One entry per review, newest first.
 */
export function topPhrases(said: readonly SaidInReview[], judge: PhraseJudge): string[] {
  const { isName, isOnSubject, isTelling, least = 1, isOfMost = () => true, scoreOf = () => 0 } = judge;
  const heard = told(said);
  const phrases = countPhrases(heard);
  const critical = heard.filter(({ isCritical }) => isCritical).length / Math.max(1, heard.length);
  const chosen: Phrase[] = [];
  const ranked = [...phrases.values()].filter((phrase) =>
    phrase.reviews >= least && isWhole(phrase) && !isName(phrase.words.join(" "))
  )
    .sort((a, b) =>
      b.reviews - a.reviews || Number(b.isOpinion) - Number(a.isOpinion) || b.words.length - a.words.length ||
      b.text.length - a.text.length || (a.text < b.text ? -1 : 1)
    );
  for (const phrase of absorbed(ranked, phrases)) {
    if (chosen.length === MOST_PHRASES) break;
    if (isOfFew(phrase, critical) || chosen.some((other) => isAlike(other, phrase))) continue;
    if (!phrase.isOpinion && !isOnSubject(phrase.text) || phrase.critical > 0 && isWish(phrase.text)) continue;
    if (!phrase.isOpinion && !isTelling(phrase.text, phrase.critical / phrase.reviews)) continue;
    if (phrase.critical > 0 || scoreOf(phrase.text) >= -SILENCE) chosen.push(phrase);
  }
  // What stands first is read as what most say.
  const first = Math.max(0, chosen.findIndex(({ text, critical, reviews }) => isOfMost(text, critical / reviews)));
  return [...chosen.slice(first, first + 1), ...chosen.toSpliced(first, 1)].map(({ text }) => text);
}

/** "Took two personal calls" of one review, where nearly all others praise. */
function isOfFew({ reviews, critical }: Phrase, share: number): boolean {
  return reviews === 1 && (critical === 1 ? share < FEW : share > 1 - FEW);
}

/** Drops repetitions of a long text: they are one review that was submitted twice. */
function told(said: readonly SaidInReview[]): readonly SaidInReview[] {
  const heard = new Set<string>();
  return said.filter(({ clauses }) => {
    const text = clauses.join("\n");
    if (heard.has(text)) return false;
    if (text.length >= AT_LENGTH) heard.add(text);
    return true;
  });
}

function countPhrases(said: readonly SaidInReview[]): Map<string, Phrase> {
  const phrases = new Map<string, Phrase>();
  const counted = (text: string, review: number, isCritical: boolean): Phrase | null => {
    const key = text.toLowerCase();
    const phrase = phrases.get(key) ??
      { text, words: key.split(" "), isOpinion: false, reviews: 0, critical: 0, endings: 0, lastReview: -1 };
    phrases.set(key, phrase);
    if (phrase.text !== key && text === key) phrase.text = text;
    if (phrase.lastReview === review) return null;
    phrase.lastReview = review;
    phrase.reviews++;
    if (isCritical) phrase.critical++;
    return phrase;
  };
  said.forEach(({ clauses, opinions, isCritical }, review) => {
    for (const segment of clauses.slice(0, MOST_CLAUSES).flatMap(phraseSegments)) {
      const stops = segment.map(isStop);
      for (let from = 0; from + SHORTEST <= segment.length; from++) {
        if (isPartOfName(segment, from) || LETTER.test(segment[from] ?? "")) continue;
        for (let to = from + SHORTEST; to <= Math.min(segment.length, from + LONGEST); to++) {
          if (LETTER.test(segment[to - 1] ?? "")) break;
          const text = segment.slice(from, to).join(" ");
          if ((stops[from] === true || stops[to - 1] === true) && !IDIOM.test(text.toLowerCase())) continue;
          const phrase = counted(text, review, isCritical);
          if (phrase !== null && to === segment.length) phrase.endings++;
        }
      }
    }
    for (const text of opinions) {
      counted(text, review, isCritical);
      const phrase = phrases.get(text.toLowerCase());
      if (phrase !== undefined) phrase.isOpinion = true;
    }
  });
  return phrases;
}

/** "Man ride" of "Iron Man ride". */
function isPartOfName(segment: readonly string[], from: number): boolean {
  return from > 0 && CAPITAL.test(segment[from] ?? "") && CAPITAL.test(segment[from - 1] ?? "");
}

function isStop(word: string): boolean {
  return isStopWord(word.toLowerCase());
}

// A statement has its content at its end, so a phrase that usually goes on is a fragment. A phrase of a single review
// tells its story and nothing general, unless it is an opinion.
function isWhole({ words, reviews, endings, isOpinion }: Phrase): boolean {
  if (!isOpinion && (reviews === 1 || endings * 2 < reviews)) return false;
  const text = words.join(" ");
  return !HALF.test(text) && !NOT_SAID.test(text) && !isTorn(text);
}

/** Leaves out phrases that mostly occur inside a longer one. */
function absorbed(ranked: readonly Phrase[], phrases: ReadonlyMap<string, Phrase>): readonly Phrase[] {
  const parts = new Set<Phrase>();
  for (const { words, reviews } of ranked) {
    for (const part of [words.slice(1), words.slice(0, -1)]) {
      const phrase = phrases.get(part.join(" "));
      if (phrase !== undefined && reviews * 2 > phrase.reviews) parts.add(phrase);
    }
  }
  return ranked.filter((phrase) => !parts.has(phrase));
}

function isAlike(a: Phrase, b: Phrase): boolean {
  return contains(a, b) || contains(b, a) || isOneIdea(a.words, b.words);
}

/**
 * Whether one of two phrases has the content of the other, in other forms ("file a claim" and "claims filed") or with
 * more around it ("friendly" and "very friendly staff"). A negation makes another idea.
 */
function isOneIdea(a: readonly string[], b: readonly string[]): boolean {
  if (a.filter(isNegator).length !== b.filter(isNegator).length) return false;
  const [one, other] = [contentOf(a), contentOf(b)];
  return one.size > 0 && other.size > 0 && (one.isSubsetOf(other) || other.isSubsetOf(one));
}

/** Whether a phrase says no more than a label does. */
export function saysNoMore(phrase: string, label: string): boolean {
  const [said, known] = [phrase, label].map((text) => contentOf(text.toLowerCase().split(" ")));
  return said !== undefined && known !== undefined && said.isSubsetOf(known);
}

/** What a phrase speaks of: the stems of its words, without stop words and tones. */
function contentOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !isStopWord(word) && !TONES.has(word)).map(stemWord));
}

function contains(whole: Phrase, part: Phrase): boolean {
  return ` ${whole.words.join(" ")} `.includes(` ${part.words.join(" ")} `);
}
