import type { Business } from "../../business.ts";
import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { businessNameTerms } from "../text/shared_terms.ts";
import { stemWord } from "../text/stem_word.ts";
import { type TermIndex, termIndex } from "../text/term_index.ts";
import { wordMemo } from "../text/word_memo.ts";
import type { Word } from "../text/words_of.ts";
import { isNegator } from "./negation.ts";
import { type OwnReader, ownReader } from "./own/own_reader.ts";
import document from "./sentiment_words.json" with { type: "json" };
import { isSize } from "./size_strength.ts";

/**
 * Words, phrases and emoji with their strength, -4 (worst) to 4 (best). A phrase of strength 0 hides the words in it.
 */
export interface SentimentLexicon extends TermIndex<number> {
  /** Whether an opinion, a denial or a size may begin with a word; a quick check that most words fail. */
  readonly mayTell: (word: Word) => boolean;
  /** What the clauses of a business with a taxonomy of its own say besides; null of a built-in one. */
  readonly ownOpinions: OwnReader | null;
}

/**
 * The built-in lexicon of English review words.
 *
 * @param own The operator's terms; they replace built-in ones of the same spelling.
 */
export function sentimentLexicon(
  own: Readonly<Record<string, number>> = {},
  ownOpinions: OwnReader | null = null,
): SentimentLexicon {
  const words: Readonly<Record<string, number>> = document;
  const index = termIndex([...Object.entries(words), ...Object.entries(own)]);
  const mayTell = wordMemo((word) => index.mayBegin(word) || isNegator(word.text) || isSize(word.text));
  return { ...index, mayTell, ownOpinions };
}

/** The lexicon for a business: with the taxonomy's own words, and with the business's name as neutral. */
export function businessLexicon(business: Business, taxonomy: Taxonomy): SentimentLexicon {
  return sentimentLexicon({
    ...Object.fromEntries([...businessNameTerms(business), ...faintTerms(taxonomy)].map((term) => [term, 0])),
    ...taxonomy.sentiment_words,
  }, ownReader(business, taxonomy));
}

/** From here on a word of criticism is one whatever it names. */
const FAINT = -0.5;

/** Words of faint criticism that name an aspect of the operator's own: "the queue boards were accurate". */
function faintTerms({ id, aspects }: Taxonomy): readonly string[] {
  if (TAXONOMY_NAMES.includes(id)) return [];
  const named = new Set(aspects.flatMap(({ words }) => words.map(stemWord)));
  return Object.entries<number>(document).flatMap(([word, strength]) =>
    strength < 0 && strength > FAINT && !isSize(word) && named.has(stemWord(word)) ? [word] : []
  );
}
