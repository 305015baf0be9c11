import { lowerBound } from "./lower_bound.ts";
import { addRanks, keepCommon, keepIf } from "./rank_set.ts";
import { writtenSource } from "./searched_text.ts";
import { keepTextsWith, type TextIndex, tokenAt } from "./text_index.ts";
import { STEMMED_LANGUAGES } from "./word_forms.ts";
import {
  findTokens,
  type FoundTokens,
  isBeginning,
  isKnownWord,
  type WordIndex,
  type WordLevel,
} from "./word_index.ts";
import type { WordTerm } from "./word_query.ts";

/** The tables that a search by words reads. */
export interface WordTables {
  readonly texts: TextIndex;
  readonly words: WordIndex;
}

/**
 * Keeps in a bitset only the ranks of texts that have all terms, up to a level. Two terms side by side are also met by
 * one word that joins them.
 */
export function keepTextsWithWords(
  tables: WordTables,
  bits: Uint32Array,
  terms: readonly WordTerm[],
  level: WordLevel,
): void {
  let [twoBefore, before]: [Uint32Array, Uint32Array] = [bits, bits];
  terms.forEach((term, at) => {
    const met = termRanks(tables, before, term, level);
    const joined = joinedTerm(tables.words, terms[at - 1], term);
    if (joined !== null) addRanks(met, termRanks(tables, twoBefore, joined, level));
    [twoBefore, before] = [before, met];
  });
  bits.set(before);
}

function joinedTerm(
  index: WordIndex,
  first: WordTerm | undefined,
  { words, isPhrase, mayContinue }: WordTerm,
): WordTerm | null {
  if (first === undefined || first.isPhrase || isPhrase || first.words.length !== 1 || words.length !== 1) return null;
  // Few words begin so, and this is cheaper than their stems.
  if (!isBeginning(index, first.words[0]! + words[0]!.slice(0, 2))) return null;
  return { words: [first.words[0]! + words[0]!], isPhrase: true, ...mayContinue && { mayContinue } };
}

/** The ranks of a bitset whose texts have a term. */
function termRanks(
  tables: WordTables,
  bits: Uint32Array,
  { words, mayContinue: isOpen, isPhrase, text }: WordTerm,
  level: WordLevel,
): Uint32Array {
  const mayContinue = isOpen === true;
  const met = bits.slice();
  if (text !== undefined) {
    keepTextsWith(tables.texts, met, text);
    return met;
  }
  const tokens = words.map((word, at) => findTokens(tables, word, level, mayContinue && at === words.length - 1));
  if (words.length > 1) keepTogether(tables, met, tokens);
  else keepPosted(tables, met, tokens[0]!);
  if (isPhrase) return met;
  const other = bits.slice();
  if (words.length === 1) keepSplit(tables, other, words[0]!, level);
  else keepPosted(tables, other, findTokens(tables, words.join(""), level, mayContinue));
  addRanks(met, other);
  return met;
}

/** Intersects a bitset with the texts that have one of some tokens. */
function keepPosted(
  { texts: { ranks, postingStarts }, words: { languages } }: WordTables,
  bits: Uint32Array,
  { everywhere, byLanguage }: FoundTokens,
): void {
  const posted = new Uint32Array(bits.length);
  for (const token of everywhere) {
    for (let at = postingStarts[token]!; at < postingStarts[token + 1]!; at++) {
      posted[ranks[at]! >>> 5]! |= 1 << (ranks[at]! & 31);
    }
  }
  byLanguage.forEach((tokens, language) => {
    for (const token of tokens) {
      for (let at = postingStarts[token]!; at < postingStarts[token + 1]!; at++) {
        if (languages[ranks[at]!] === language + 1) posted[ranks[at]! >>> 5]! |= 1 << (ranks[at]! & 31);
      }
    }
  });
  keepCommon(bits, posted);
}

const SHORTEST_PART = 3;

/**
 * Intersects a bitset with the texts that write a word as two, with a hyphen or a space. With a space, the two count if
 * no text has the joined word, or if some text has a hyphen: "no show" is "noshow", but "so on" is not "soon".
 */
function keepSplit(tables: WordTables, bits: Uint32Array, word: string, level: WordLevel): void {
  const met = new Uint32Array(bits.length);
  const isJoined = isKnownWord(tables.words, word);
  for (let at = 1; at < word.length; at++) {
    const parts = [word.slice(0, at), word.slice(at)];
    if (!parts.every((part) => isKnownWord(tables.words, part))) continue;
    const [first, second] = parts.map((part) => findTokens(tables, part, level, false));
    const isLong = parts.every(({ length }) => length >= SHORTEST_PART);
    const hyphenated = bits.slice();
    keepTogether(tables, hyphenated, [first!, unspaced(tables, second!)]);
    const found = isLong || !isJoined || hyphenated.some((word) => word !== 0) ? bits.slice() : hyphenated;
    if (found !== hyphenated) keepTogether(tables, found, [first!, second!]);
    addRanks(met, found);
  }
  bits.set(met);
}

/** The tokens that no space precedes. */
function unspaced({ texts }: WordTables, { everywhere, byLanguage }: FoundTokens): FoundTokens {
  const without = (tokens: Iterable<number>) => Array.from(tokens).filter((token) => tokenAt(texts, token)[0] !== " ");
  return { everywhere: without(everywhere), byLanguage: byLanguage.map(without) };
}

/** Intersects a bitset with the texts in which words stand side by side, with at most some signs between. */
function keepTogether(tables: WordTables, bits: Uint32Array, words: readonly FoundTokens[]): void {
  const tokens = words.map(({ everywhere, byLanguage }) => [...everywhere, ...byLanguage.flatMap((some) => [...some])]);
  tokens.slice(1).forEach((second, at) => keepPairs(tables, bits, tokens[at]!, [...second, ...tables.words.signs]));
  keepIf(bits, togetherTest(tables, words));
}

/** Intersects a bitset with the texts that have one of some tokens, directly followed by one of others. */
function keepPairs(
  { texts: { nextTokens, ranks, postingStarts } }: WordTables,
  bits: Uint32Array,
  tokens: readonly number[],
  followers: readonly number[],
): void {
  const posted = new Uint32Array(bits.length);
  for (const token of tokens) {
    const [start, end] = [postingStarts[token]!, postingStarts[token + 1]!];
    for (const next of followers) {
      let at = lowerBound(start, end, (posting) => nextTokens[posting]! < next);
      for (; at < end && nextTokens[at] === next; at++) posted[ranks[at]! >>> 5]! |= 1 << (ranks[at]! & 31);
    }
  }
  keepCommon(bits, posted);
}

const MOST_SIGNS = 3;
const EVERYWHERE = 0xff;

/** Returns a predicate: true for the rank of a text in which the words stand side by side. */
function togetherTest(
  { texts: { numbers, textStarts, tokenStarts }, words: { languages, signs } }: WordTables,
  words: readonly FoundTokens[],
): (rank: number) => boolean {
  // For each word and token the languages of the texts in which the token is the word, as bits.
  const masks = words.map(({ everywhere, byLanguage }) => {
    const mask = new Uint8Array(tokenStarts.length);
    byLanguage.forEach((tokens, language) => {
      for (const token of tokens) mask[token]! |= 2 << language;
    });
    for (const token of everywhere) mask[token] = EVERYWHERE;
    return mask;
  });
  return (rank) => {
    const language = 1 << languages[rank]!;
    const end = textStarts[rank + 1]!;
    const isAt = (word: number, at: number) => at < end && (masks[word]![numbers[at]!]! & language) !== 0;
    for (let start = textStarts[rank]!; start < end; start++) {
      let [word, at] = [0, start];
      while (isAt(word, at)) {
        if (++word === masks.length) return true;
        const last = ++at + MOST_SIGNS;
        while (at < last && at < end && !isAt(word, at) && signs.includes(numbers[at]!)) at++;
      }
    }
    return false;
  };
}

/** What a search looks for in texts. */
export interface FoundTexts {
  /** A folded substring. */
  readonly query?: string | undefined;
  readonly words?: readonly WordTerm[] | undefined;
}

/**
 * Returns the pattern of what a search finds in a text as written, as one group, for highlighting.
 *
 * @param spoken Language of the text, as a tag of RFC 5646.
 */
export function foundPattern(tables: WordTables, { query, words = [] }: FoundTexts, spoken: string): RegExp {
  const language = (STEMMED_LANGUAGES as readonly string[]).indexOf(spoken);
  const sources = [
    ...query === undefined ? [] : [writtenSource(query)],
    ...words.map((term) => term.text === undefined ? termSource(tables, term, language) : writtenSource(term.text)),
  ];
  return new RegExp(`(${sources.join("|")})`, "giu");
}

const LETTER = String.raw`[\p{L}\p{M}\p{N}]`;
const JOINING = "[-\u2010-\u2015/.'\u2019]?";
const BETWEEN = String.raw`[^\p{L}\p{M}\p{N}]{0,3}`;

/** Words that stand together may also be joined, and one word may be written as two. */
function termSource(tables: WordTables, { words, mayContinue }: WordTerm, language: number): string {
  const found = words.map((word, at) => {
    const { everywhere, byLanguage } = findTokens(tables, word, 2, mayContinue === true && at === words.length - 1);
    const tokens = [...everywhere, ...byLanguage[language] ?? []];
    const spellings = new Set(tokens.map((token) => tokenAt(tables.texts, token).trimStart()));
    const split = Array.from(word).map(writtenSource).join(isKnownWord(tables.words, word) ? JOINING : BETWEEN);
    return `(?:${[...spellings].map(writtenSource).concat(split).join("|")})`;
  });
  return `(?<!${LETTER})${found.join(BETWEEN)}(?!${LETTER})`;
}
