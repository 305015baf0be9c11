import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { businessNameTerms } from "../text/shared_terms.ts";
import { type TermIndex, termIndex } from "../text/term_index.ts";
import document from "./sentiment_words.json" with { type: "json" };

/** Words, phrases and emoji with their strength, from -4 (worst) to 4 (best); 0 is a phrase without any. */
export type SentimentLexicon = TermIndex<number>;

/**
 * The built-in lexicon of English review words.
 *
 * @param own Further terms of an operator; they take the place of a built-in term that is spelt alike.
 */
export function sentimentLexicon(own: Readonly<Record<string, number>> = {}): SentimentLexicon {
  const words: Readonly<Record<string, number>> = document;
  return termIndex([...Object.entries(words), ...Object.entries(own)], "text");
}

/** The lexicon by which the reviews of a business are read: with the words of the taxonomy, and silent on its name. */
export function businessLexicon(business: Business, { sentiment_words }: Taxonomy): SentimentLexicon {
  return sentimentLexicon({
    ...Object.fromEntries(businessNameTerms(business).map((term) => [term, 0])),
    ...sentiment_words,
  });
}
