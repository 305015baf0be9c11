import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { businessNameTerms } from "../text/shared_terms.ts";
import { type Word, wordMemo } from "../text/words_of.ts";
import { type TermIndex, termIndex } from "../text/term_index.ts";
import { isNegator } from "./negation.ts";
import { type OwnReader, ownReader } from "./own_opinions.ts";
import document from "./sentiment_words.json" with { type: "json" };
import { isSize } from "./size_strength.ts";
import further from "./further_words.json" with { type: "json" };
import secondSenses from "./second_senses.json" with { type: "json" };

/**
 * Words, phrases and emoji with their strength, -4 (worst) to 4 (best). A phrase of strength 0 hides the words in it.
 */
export interface SentimentLexicon extends TermIndex<number> {
  /** Returns whether an opinion, denial or size may begin with a word; a quick check that most words fail. */
  readonly mayTell: (word: Word) => boolean;
  /** Finds opinions in the words declared in an operator's taxonomy; null for a built-in one. */
  readonly ownOpinions: OwnReader | null;
}

/**
 * Builds the lexicon of English review words.
 *
 * @param own The operator's terms; they replace built-in ones of the same spelling.
 */
export function sentimentLexicon(
  own: Readonly<Record<string, number>> = {},
  ownOpinions: OwnReader | null = null,
): SentimentLexicon {
  const words: Readonly<Record<string, number>> = document;
  return lexiconOf([...Object.entries(words), ...Object.entries(own)], ownOpinions);
}

/** Strength of all opinion words in other languages than English, whose lists only tell good from bad. */
const PLAIN_STRENGTH = 2;

/**
 * Builds the lexicon of a language besides English. A hyphen at the end of a listed word stands for its endings.
 * Words in their second sense are no opinion: "mon cher" is no price.
 *
 * @param neutral More terms that are no opinion: "frais" is a fee where the owner has chosen it.
 */
export function furtherLexicon(language: keyof typeof further, neutral: readonly string[] = []): SentimentLexicon {
  const { endings, good, good_phrases, bad } = further[language];
  const forms = (words: string, strength: number) =>
    words.split(" ").flatMap((word) =>
      word.endsWith("-") ? endings.map((ending) => word.slice(0, -1) + ending) : [word]
    )
      .map((word) => [word, strength] as const);
  return lexiconOf([...forms(good, PLAIN_STRENGTH), ...forms(bad, -PLAIN_STRENGTH)], null, [
    ...[...neutral, ...secondSenses[language]].map((term) => [term, 0] as const),
    ...good_phrases.map((phrase) => [phrase, PLAIN_STRENGTH] as const),
  ]);
}

function lexiconOf(
  terms: readonly (readonly [string, number])[],
  ownOpinions: OwnReader | null,
  patterns: readonly (readonly [string, number])[] = [],
): SentimentLexicon {
  const index = termIndex(terms, patterns);
  const mayTell = wordMemo((word) => index.mayBegin(word) || isNegator(word.text) || isSize(word.text));
  return { ...index, mayTell, ownOpinions };
}

/** Builds the lexicon of a business: includes the taxonomy's words, and the business's name as neutral. */
export function businessLexicon(business: Business, taxonomy: Taxonomy): SentimentLexicon {
  return sentimentLexicon({
    ...Object.fromEntries(businessNameTerms(business).map((term) => [term, 0])),
    ...taxonomy.sentiment_words,
  }, ownReader(business, taxonomy));
}
