import type { FrequentNoun } from "../phrases/frequent_nouns.ts";
import type { TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { sharedTerms, termMatches } from "../text/shared_terms.ts";
import { wordsOf } from "../text/words_of.ts";
import { mergedNouns } from "./merged_nouns.ts";
import { isTooWide } from "./no_subjects.ts";
import type { NounEvidence } from "./noun_evidence.ts";

/** A noun with what reviews say of it and the words by which it is to be found. */
export interface Noun extends FrequentNoun {
  readonly evidence: NounEvidence;
  readonly words: readonly string[];
  /** Words that count only where they are judged. */
  readonly judgedWords: readonly string[];
}

/** An entry of a taxonomy, and how many reviews use its words. */
export interface SuggestedEntry {
  readonly entry: TaxonomyEntry;
  readonly reviews: number;
}

const MOST_WORDS = 12;
/** What is mostly written so is an abbreviation: "IUD". */
const SHOUTED = 0.5;

/**
 * The words by which a noun is to be found: itself, whose pairs it finds as well; of one that is mostly part of a pair the
 * pair, "sex drive"; of one that is too wide its pairs, "call handler", or none.
 */
export function namedNoun(noun: FrequentNoun, evidence: NounEvidence): readonly Noun[] {
  const { word, mainPair } = noun;
  const named = (first: string, words: readonly string[], judgedWords: readonly string[]): readonly Noun[] => [
    { ...noun, evidence, word: first, words: words.slice(0, MOST_WORDS), judgedWords },
  ];
  if (!isTooWide(word)) return mainPair === null ? named(word, [word], []) : named(mainPair, [`${mainPair}*`], [word]);
  const pairs = noun.pairs.filter((pair) => !pair.split(" ").every(isTooWide));
  return pairs[0] === undefined ? [] : named(pairs[0], pairs, [word]);
}

/** One entry for the nouns of each subject. */
export function entriesOf(nouns: readonly Noun[], isBurden: (noun: Noun) => boolean): readonly SuggestedEntry[] {
  return mergedNouns(nouns).flatMap((group): SuggestedEntry[] => {
    const burdens = group.filter(isBurden);
    const plain = group.filter((noun) => !burdens.includes(noun));
    const first = plain[0] ?? group[0];
    const id = first === undefined ? "" : idOf(first.word) || idOf(first.stem);
    if (first === undefined || id === "") return [];
    const judged = unique(plain.flatMap(({ judgedWords }) => judgedWords));
    const entry = {
      id,
      label: labelOf(first),
      words: wordsIn(plain.length === 0 ? burdens : plain),
      ...judged.length === 0 ? {} : { judged_words: judged },
      ...plain.length === 0 ? { burden: true } : burdens.length === 0 ? {} : { burden_words: wordsIn(burdens) },
    };
    return [{ entry, reviews: new Set(group.flatMap(({ reviews }) => reviews)).size }];
  }).filter(({ entry }, index, all) => all.findIndex((other) => other.entry.id === entry.id) === index);
}

/**
 * Adds entries that any trade has; those of the list whose words these find already become part of them. Most used first.
 */
export function withCommon(
  list: readonly SuggestedEntry[],
  common: readonly SuggestedEntry[],
): readonly SuggestedEntry[] {
  let left = list;
  const joined = common.map(({ entry, reviews }) => {
    const isBurden = entry.burden === true;
    const covered = left.filter((one) => (isBurden || one.entry.burden !== true) && isCovered(one.entry, entry));
    left = left.filter((one) => !covered.includes(one));
    return {
      entry: { ...entry, words: withOther(entry.words, covered.flatMap(({ entry }) => entry.words)) },
      reviews: Math.max(reviews, ...covered.map(({ reviews }) => reviews)),
    };
  });
  return [...left.filter(({ entry }) => joined.every((one) => one.entry.id !== entry.id)), ...joined]
    .sort((a, b) => b.reviews - a.reviews);
}

/** Whether another entry finds a word of an entry. */
export function isCovered({ words }: TaxonomyEntry, other: TaxonomyEntry): boolean {
  const terms = sharedTerms(other.words.map((word) => [word, 0] as const));
  return words.some((word) => [...termMatches(wordsOf(word), terms)].length > 0);
}

function labelOf({ word, evidence }: Noun): string {
  if (evidence.shouted >= SHOUTED) return word.toUpperCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function wordsIn(nouns: readonly Noun[]): string[] {
  return unique(nouns.flatMap(({ words }) => words)).slice(0, MOST_WORDS);
}

/** Words with others, none of which is there with an equals sign: a taxonomy refuses "bug" beside "=bug". */
function withOther(words: readonly string[], others: readonly string[]): string[] {
  return unique([...words, ...others.filter((other) => !words.includes(`=${other}`))]);
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)];
}

function idOf(word: string): string {
  return word.normalize("NFKD").replace(/[^a-z0-9 ]/g, "").trim().replaceAll(/ +/g, "_");
}
