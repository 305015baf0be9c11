import type { Business } from "../business.ts";
import { type SentimentLexicon, sentimentLexicon } from "./sentiment/sentiment_lexicon.ts";
import { silentTerms } from "./silent_terms.ts";
import type { Taxonomy } from "./taxonomy/taxonomy.ts";

/** The lexicon by which the reviews of a business are read: with the words of the taxonomy, and silent on its name. */
export function businessLexicon(business: Business, { sentiment_words }: Taxonomy): SentimentLexicon {
  return sentimentLexicon({
    ...Object.fromEntries(silentTerms(business).map((term) => [term, 0])),
    ...sentiment_words,
  });
}
