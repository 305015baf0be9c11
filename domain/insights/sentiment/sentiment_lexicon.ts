import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { businessNameTerms } from "../text/shared_terms.ts";
import { type TermIndex, termIndex } from "../text/term_index.ts";
import document from "./sentiment_words.json" with { type: "json" };

/**
 * Words, phrases and emoji with their strength, -4 (worst) to 4 (best). A phrase of strength 0 hides the words in it.
 */
export type SentimentLexicon = TermIndex<number>;

/**
 * The built-in lexicon of English review words.
 *
 * @param own The operator's terms; they replace built-in ones of the same spelling.
 */
export function sentimentLexicon(own: Readonly<Record<string, number>> = {}): SentimentLexicon {
  const words: Readonly<Record<string, number>> = document;
  return termIndex([...Object.entries(words), ...Object.entries(own)]);
}

/** The lexicon for a business: with the taxonomy's own words, and with the business's name as neutral. */
export function businessLexicon(business: Business, { sentiment_words }: Taxonomy): SentimentLexicon {
  return sentimentLexicon({
    ...Object.fromEntries(businessNameTerms(business).map((term) => [term, 0])),
    ...sentiment_words,
  });
}
