import type { Business } from "../../business.ts";
import type { Review } from "../../review.ts";
import { isStopWord } from "../text/stop_words.ts";
import { wordList } from "../text/words_of.ts";
import lists from "./quote_words.json" with { type: "json" };

/**
 * Returns whether a text names only the business and its people. The author, if given, is never one of these people. With
 * `hasCapitalNouns`, a word of at least three reviews counts as a noun and not as a name, as in German.
 */
export type OwnNames = (text: string, author?: string, hasCapitalNouns?: boolean) => boolean;

/** Minimum number of reviews with a capitalised word for it to be a noun. */
const REVIEWS_OF_NOUN = 3;

const MOST_REVIEWS = 2000;
const MOST_CHARACTERS = 2000;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;
const CALENDAR = wordList(lists.own_names.calendar);
/** Months that are also first names; after a preposition they are months. */
const MONTHS_AND_NAMES = wordList("april may june");
const BEFORE_MONTH = /\b(?:in|since|last|this|of|until|by|every|from|\d+(?:st|nd|rd|th)?) $/i;
const HOLIDAY = /^(?:Mother|Father|Valentine)['’]s Day\b/;

/**
 * Builds a test for texts that name no customer and no other firm. A capitalised word is a name unless the business
 * uses the word, or it begins a sentence and reviews also write it in lower case. Words of the author's name are
 * names at the beginning of a sentence too.
 *
 * @param reviews Newest first; the newest 2000 show which words are written in lower case.
 */
export function ownNames(business: Business, reviews: Iterable<Pick<Review, "text">>): OwnNames {
  const { technicians, services, service_areas } = business;
  const own = wordsOf([
    business.name,
    ...technicians.flatMap(({ name, aliases }) => [name, ...aliases]),
    ...[...services, ...service_areas].flatMap(({ label, aliases }) => [label, ...aliases]),
  ]);
  const small = new Set<string>();
  const capitals = new Map<string, number>();
  let read = 0;
  for (const { text } of reviews) {
    if (read++ === MOST_REVIEWS) break;
    const ofReview = new Set<string>();
    for (const [word] of (text ?? "").slice(0, MOST_CHARACTERS).matchAll(WORD)) {
      const folded = word.toLowerCase();
      (word === folded ? small : ofReview).add(folded);
    }
    for (const word of ofReview) capitals.set(word, (capitals.get(word) ?? 0) + 1);
  }
  return (text, author = "", hasCapitalNouns = false) => {
    const names = wordsOf([author]);
    for (const { 0: word, index } of text.matchAll(WORD)) {
      const folded = word.toLowerCase();
      // Letters after an apostrophe are no word: "I'm".
      if (word === folded || own.has(folded) || CALENDAR.has(folded) || /['’]$/.test(text.slice(0, index))) continue;
      const before = text.slice(0, index);
      if (HOLIDAY.test(text.slice(index))) continue;
      if (MONTHS_AND_NAMES.has(folded) && BEFORE_MONTH.test(before)) continue;
      if (hasCapitalNouns && !names.has(folded) && (capitals.get(folded) ?? 0) >= REVIEWS_OF_NOUN) continue;
      const isFirst = index === 0 || /[.!]\s$/.test(before);
      if (!isFirst || names.has(folded) || !small.has(folded) && !isStopWord(folded)) return false;
    }
    return true;
  };
}

function wordsOf(texts: readonly string[]): ReadonlySet<string> {
  return new Set(texts.flatMap((text) => text.toLowerCase().match(WORD) ?? []));
}
