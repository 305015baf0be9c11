import type { ScoredSentence } from "../sentiment/score_sentence.ts";
import { SILENCE } from "../sentiment/score_sentence.ts";
import { isStopWord } from "../text/stop_words.ts";
import { type Word, wordList } from "../text/words_of.ts";
import lists from "./noun_words.json" with { type: "json" };

/** A review text as sentences. Texts with equal ids belong to one review. */
export interface ReadText {
  readonly id: string;
  readonly sentences: readonly ScoredSentence[];
}

/** A noun that reviews repeat, with the number of those that judge it. */
export interface FrequentNoun {
  /** Its commonest form, in lower case. */
  readonly word: string;
  readonly stem: string;
  readonly forms: readonly string[];
  /** Ids of the reviews that use it, in order. */
  readonly reviews: readonly string[];
  /** Number of these reviews with an opinion in a clause with the noun. */
  readonly judging: number;
  /** The pair with another word, such as "ticket machine", that at least half of these reviews use; null if none. */
  readonly mainPair: string | null;
}

interface Tally {
  readonly forms: Map<string, number>;
  readonly reviews: Set<string>;
  readonly judging: Set<string>;
  readonly pairs: Map<string, Set<string>>;
  uses: number;
  nominal: number;
  /** Number of uses directly before another content word: "the old furnace". */
  modifying: number;
  /** Number of uses as a subject: "the furnace was". */
  subjects: number;
  capitals: number;
  /** Number of uses in lower case; names have none. */
  small: number;
}

/** A language whose nouns are found. */
export type NounLanguage = keyof typeof lists;

const COPULAS = wordList(
  "is was were are isn't wasn't weren't aren't seemed felt looked ist sind war waren es era estaba estaban son está están " +
    "est sont était étaient",
);
const LEAST_NOMINAL = 0.4;
/**
 * Maximum share of uses before another content word, 0 to 1. Above it, the word is an adjective or the first part of a
 * pair.
 */
const MOST_MODIFYING = 0.5;
/** Minimum share of uses as a subject, 0 to 1. Adjectives are hardly ever subjects. */
const LEAST_SUBJECTS = 0.15;
/**
 * Minimum share of uses as a subject, 0 to 1, of a word with at least so many uses: "the pool was". Others are adverbs,
 * brands and activities, which hardly any customer judges.
 */
const [EVER_SUBJECT, ENOUGH_USES] = [0.03, 15];
const SHORTEST = 3;
/** Minimum ratio of capitals inside sentences to lower case, for a German noun. */
const CAPITALS = 3;

/**
 * Finds repeated nouns without a dictionary: words that mostly follow an article or an opinion, or precede "is"; in
 * German they have a capital. Excludes names, opinions and words without content. Most used first, then by word.
 *
 * @param least Minimum number of reviews with the noun.
 */
export function frequentNouns(
  texts: Iterable<ReadText>,
  least: number,
  language: NounLanguage = "en",
): readonly FrequentNoun[] {
  const rules = rulesOf(language);
  const tallies = new Map<string, Tally>();
  for (const { id, sentences } of texts) {
    for (const { clauses } of sentences) {
      for (const clause of clauses) {
        const opinions = new Set(
          clause.polarWords.flatMap(({ at, length }) => Array.from({ length }, (_, index) => at + index)),
        );
        clause.words.forEach((word, at) => {
          if (opinions.has(at) || !rules.isContent(word)) return;
          const stem = rules.stemOf(word);
          const tally = tallies.get(stem) ?? newTally();
          tallies.set(stem, tally);
          count(tally, clause.words, at, opinions, id, rules);
          if (Math.abs(clause.score) > SILENCE) tally.judging.add(id);
        });
      }
    }
  }
  return [...tallies].flatMap(([stem, tally]): FrequentNoun[] => {
    const isNoun = tally.nominal >= LEAST_NOMINAL * tally.uses && rules.isWrittenSo(tally) &&
      (tally.uses < ENOUGH_USES || tally.subjects >= EVER_SUBJECT * tally.uses) &&
      (rules.isFollowed || tally.modifying < MOST_MODIFYING * tally.uses ||
        tally.subjects >= LEAST_SUBJECTS * tally.uses);
    if (tally.reviews.size < least || !isNoun) return [];
    const forms = ranked(tally.forms);
    const pairs = new Map([...tally.pairs].map(([pair, reviews]) => [pair, reviews.size]));
    const [main = ""] = ranked(pairs);
    return [{
      word: forms[0] ?? stem,
      stem,
      forms,
      reviews: [...tally.reviews],
      judging: tally.judging.size,
      mainPair: 2 * (pairs.get(main) ?? 0) >= tally.reviews.size ? main : null,
    }];
  }).sort((a, b) => b.reviews.length - a.reviews.length || (a.word < b.word ? -1 : 1));
}

interface NounRules {
  readonly isDeterminer: (text: string) => boolean;
  /** Whether a word may be a noun, by its letters. */
  readonly isContent: (word: Word) => boolean;
  readonly stemOf: (word: Word) => string;
  /** Whether a word has capitals as nouns have them, and names have not. */
  readonly isWrittenSo: (tally: Tally) => boolean;
  /** Whether a noun is told from adjectives otherwise than by the word after it. */
  readonly isFollowed: boolean;
}

function rulesOf(language: NounLanguage): NounRules {
  const [determiners, empty] = [lists[language].determiners, lists[language].empty].map(wordList);
  const isOther = language === "en"
    ? (text: string) => isStopWord(text) || /\p{L}{3}(?<!e)ed$/u.test(text)
    : (text: string) => determiners!.has(text);
  return {
    isDeterminer: (text) => determiners!.has(text),
    isContent: ({ text }) => text.length >= SHORTEST && /^\p{L}+$/u.test(text) && !isOther(text) && !empty!.has(text),
    stemOf: ({ text, stem }) => language === "de" ? germanStem(text) : stem,
    isWrittenSo: ({ small, capitals }) => language === "de" ? capitals > CAPITALS * small : small > capitals,
    isFollowed: language !== "en",
  };
}

/** Returns what the forms of most German nouns share: "Ärzte", "Ärzten" and "Arzt" have "arzt". */
function germanStem(word: string): string {
  const plain = word.replaceAll("ä", "a").replaceAll("ö", "o").replaceAll("ü", "u");
  return plain.length < 5 ? plain : plain.replace(/(?:en|es|n|s|e)$/, "");
}

function newTally(): Tally {
  return {
    forms: new Map(),
    reviews: new Set(),
    judging: new Set(),
    pairs: new Map(),
    uses: 0,
    nominal: 0,
    modifying: 0,
    subjects: 0,
    capitals: 0,
    small: 0,
  };
}

function count(
  tally: Tally,
  words: readonly Word[],
  at: number,
  opinions: ReadonlySet<number>,
  id: string,
  rules: NounRules,
): void {
  const [before, word, after] = [words[at - 1], words[at], words[at + 1]];
  if (word === undefined) return;
  tally.uses++;
  tally.reviews.add(id);
  tally.forms.set(word.text, (tally.forms.get(word.text) ?? 0) + 1);
  if (!word.isCapitalised) tally.small++;
  else if (at > 0 && !word.isShouted) tally.capitals++;
  if (after !== undefined && !after.isAfterBreak && rules.isContent(after)) tally.modifying++;
  const isLed = before !== undefined && !word.isAfterBreak && (rules.isDeterminer(before.text) || opinions.has(at - 1));
  const isSubject = after !== undefined && COPULAS.has(after.text);
  const isPair = before !== undefined && !word.isAfterBreak && rules.isContent(before) && !opinions.has(at - 1);
  if (isSubject) tally.subjects++;
  if (isLed || isSubject || isPair && !rules.isFollowed && rules.isDeterminer(words[at - 2]?.text ?? "")) {
    tally.nominal++;
  }
  if (!isPair || before === undefined) return;
  const pair = `${before.text} ${word.text}`;
  tally.pairs.set(pair, (tally.pairs.get(pair) ?? new Set()).add(id));
}

function ranked(counts: ReadonlyMap<string, number>): readonly string[] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([text]) => text);
}
