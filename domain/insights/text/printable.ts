import words from "./unprintable_words.json" with { type: "json" };
import { textAt, type Word, wordList } from "./words_of.ts";

/**
 * Accusations of a crime, for which a page that repeats them is responsible; quarrels; judgements of people; and words
 * for the writer's health, faith and private life, so that a quotation identifies nobody.
 */
const UNPRINTABLE = wordList([words.crimes, words.quarrels, words.traits, words.crude, words.private].join(" "));
/** Words that judge people only before a word for people: "the old lady", not "the old boiler". */
const TRAITS_OF_PEOPLE = wordList(words.traits_of_people);
const PEOPLE = wordList(words.people);

/** Returns whether words contain no accusation of a crime, no judgement of people and nothing private. */
export function isPrintable(words: readonly Word[]): boolean {
  return !words.some(({ text }, at) =>
    UNPRINTABLE.has(text) ||
    TRAITS_OF_PEOPLE.has(text) && [1, 2].some((step) => PEOPLE.has(textAt(words, at + step)))
  );
}
