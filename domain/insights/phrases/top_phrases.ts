import { isNegator } from "../sentiment/negation.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { stemWord, wordList } from "../text/words_of.ts";
import { isStopWord } from "../text/stop_words.ts";
import type { Business } from "../../business.ts";
import lists from "./phrase_words.json" with { type: "json" };

/** Returns whether a phrase, in lower case, is or contains a name. */
export type IsName = (phrase: string) => boolean;

/** Criteria by which phrases are chosen. */
export interface PhraseJudge {
  readonly isName: IsName;
  /** Name of the subject; a phrase must add something to it. */
  readonly label: string;
  /** Returns the sentiment of the phrase's own words, -1 to 1. */
  readonly scoreOf: (phrase: string) => number;
  /** The majority side of the opinions: 1 praise, -1 criticism, 0 neither. */
  readonly side: number;
}

/** Phrases and sentiment of one review about an aspect. */
export interface ReviewPhrases {
  /** Phrases that join the subject and an opinion (see `opinionPhrases`). */
  readonly opinions: readonly string[];
  readonly isCritical: boolean;
}

const MOST_PHRASES = 5;
/** Maximum share of the minority side, 0 to 1, at which a phrase of a single minority review is excluded. */
const FEW = 0.15;
const TONES = wordList(lists.top_phrases.tones);

interface Phrase {
  /**
   * Spelling in the newest review. Lower case is preferred, because a capital may only mark the beginning of a
   * sentence.
   */
  text: string;
  readonly words: readonly string[];
  reviews: number;
  /** Number of these reviews that criticise the subject. */
  critical: number;
}

/**
 * Returns at most five phrases that join the subject and an opinion of it, verbatim, one per idea. Where nearly all
 * reviews are of one side, excludes minority phrases of a single review. Also excludes criticism from reviews that do
 * not criticise the subject ("very high quote" is a rival's). Most reviews first, then longer ones, then by text; but
 * the first phrase is of the majority side.
 *
 * @param entries One entry per review, newest first.
 */
export function topPhrases(entries: readonly ReviewPhrases[], judge: PhraseJudge): string[] {
  const { isName, label, scoreOf, side } = judge;
  const critical = entries.filter(({ isCritical }) => isCritical).length / Math.max(1, entries.length);
  const chosen: Phrase[] = [];
  const ranked = countPhrases(entries).filter(({ words }) => !isName(words.join(" ")))
    .sort(
      (a, b) => b.reviews - a.reviews || b.text.length - a.text.length || (a.text < b.text ? -1 : 1),
    );
  for (const phrase of ranked) {
    if (chosen.length === MOST_PHRASES) break;
    if (isOfFew(phrase, critical) || saysNoMore(phrase.text, label)) continue;
    if (chosen.some((other) => isOneIdea(other.words, phrase.words))) continue;
    if (phrase.critical > 0 || scoreOf(phrase.text) >= -SILENCE) chosen.push(phrase);
  }
  // The first phrase is of the majority side, because readers take it for the general opinion.
  const isOfMost = ({ text, critical, reviews }: Phrase) =>
    side === 0 || (2 * critical > reviews ? -1 : 1) === side && side * scoreOf(text) > -SILENCE;
  const first = Math.max(0, chosen.findIndex(isOfMost));
  return [...chosen.slice(first, first + 1), ...chosen.toSpliced(first, 1)].map(({ text }) => text);
}

/** "Took two personal calls", where nearly all others praise. */
function isOfFew({ reviews, critical }: Phrase, share: number): boolean {
  return reviews === 1 && (critical === 1 ? share < FEW : share > 1 - FEW);
}

function countPhrases(entries: readonly ReviewPhrases[]): Phrase[] {
  const phrases = new Map<string, Phrase>();
  for (const { opinions, isCritical } of entries) {
    for (const [key, texts] of Map.groupBy(opinions, (text) => text.toLowerCase())) {
      const phrase = phrases.get(key) ?? { text: texts[0] ?? key, words: key.split(" "), reviews: 0, critical: 0 };
      phrases.set(key, phrase);
      if (texts.includes(key)) phrase.text = key;
      phrase.reviews++;
      if (isCritical) phrase.critical++;
    }
  }
  return [...phrases.values()];
}

// "fair price" and "prices were fair", "friendly" and "very friendly staff". A negation makes another idea.
function isOneIdea(a: readonly string[], b: readonly string[]): boolean {
  if (a.filter(isNegator).length !== b.filter(isNegator).length) return false;
  const [one, other] = [contentOf(a), contentOf(b)];
  return one.isSubsetOf(other) || other.isSubsetOf(one);
}

function saysNoMore(phrase: string, label: string): boolean {
  const [own, known] = [phrase, label].map((text) => contentOf(text.toLowerCase().split(" ")));
  return own !== undefined && known !== undefined && own.isSubsetOf(known);
}

function contentOf(words: readonly string[]): ReadonlySet<string> {
  return new Set(words.filter((word) => !isStopWord(word) && !TONES.has(word)).map(stemWord));
}

/**
 * Builds the test for phrases that are names: the label of a service or an area, or a phrase with the name of a
 * technician or the business.
 */
export function phraseNames({ name, technicians, services, service_areas }: Business): IsName {
  const labels = new Set(
    [...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases])
      .map((label) => label.toLowerCase()),
  );
  const names = new Set(
    [name.split(" ")[0] ?? "", ...technicians.flatMap(({ name, aliases }) => [name, ...aliases])]
      .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{M}]+/u)).filter(({ length }) => length > 1),
  );
  return (phrase) => labels.has(phrase) || phrase.split(/[^\p{L}\p{M}]+/u).some((word) => names.has(word));
}

/** Words that begin a new statement; directly after a phrase they show that it is complete. */
const FOLLOWS = wordList(lists.whole_phrase.follows);
/** Words that need an object, adjective or verb after them, so a phrase cannot end with one. */
const GOES_ON = wordList(lists.whole_phrase.goes_on);
const JOINS = wordList("but who which where that when if so because why how what nor");
/** Words that begin a request or refer to a person named elsewhere: "Call him punctual", "show me". */
const OPENS_PART = wordList(lists.whole_phrase.opens_part);
/** A denial or a wish without its subject: "not be quick", "guide would be helpful". */
const UNREAL = /(?:^not|(?:^| )(?:would|should|might)) be /;
const STATES = / (?:is|was|are|were|isn't|wasn't|aren't|weren't|looks?|looked) /;
/** Nouns after a preposition are not judged: in "the sandwiches from the window are delicious", not the window. */
const AFTER_PREPOSITION =
  / (?:from|in|at|of|on|by|with|near|for|to|off) (?:(?:the|a|an|my|our|your|their|this|that|\p{L}+) ){0,3}$/u;

/** Returns whether a phrase is complete in its clause: it has its noun, object and end, and a new statement follows. */
export function isWholeIn(phrase: string, clause: string): boolean {
  const words = phrase.toLowerCase().replaceAll("’", "'").split(/[ -]/);
  const last = words.at(-1) ?? "";
  if (
    GOES_ON.has(last) || OPENS_PART.has(words[0] ?? "") || words.slice(1).some((word) => JOINS.has(word)) ||
    UNREAL.test(phrase)
  ) {
    return false;
  }
  if (
    /.{3}ly$/.test(last) && words.length === 2 && !/ed$|s$|^(?:went|very|so|really|always)$/.test(words[0] ?? "") ||
    words.slice(0, -1).includes("to") && words.length > 3
  ) return false;
  const at = clause.indexOf(phrase);
  if (STATES.test(phrase) && AFTER_PREPOSITION.test(` ${clause.slice(0, at)}`)) return false;
  const rest = clause.slice(at + phrase.length);
  const next = /^\s+(\p{L}[\p{L}\p{M}'’]*)/u.exec(rest)?.[1]?.toLowerCase();
  if (next === undefined) return !/^[-'’\p{L}\p{N}]|^\s+[\p{N}$£€]/u.test(rest);
  return FOLLOWS.has(next.replaceAll("’", "'").replace(/'.*/, "")) || /.{3}ly$/.test(next);
}
