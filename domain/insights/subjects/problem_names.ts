import type { Taxonomy } from "../taxonomy/taxonomy.ts";
import { TAXONOMY_NAMES } from "../taxonomy/taxonomy_choice.ts";
import { type Word, wordsOf } from "../text/words_of.ts";

/** Whether a word is one that an operator gives a problem alone, as "wifi": it may name it without a complaint. */
export type ProblemName = (word: Word) => boolean;

const known = new WeakMap<Taxonomy, readonly ProblemName[]>();
const SIGNS = /[=*(|#$.…]/;

/**
 * For each problem of an operator's own taxonomy, which words stand for it alone. None for the built-in ones: their words
 * are complaints by themselves.
 */
export function problemNames(taxonomy: Taxonomy): readonly ProblemName[] {
  const before = known.get(taxonomy);
  if (before !== undefined) return before;
  const names = TAXONOMY_NAMES.includes(taxonomy.id) ? [] : taxonomy.problems.map(({ words }): ProblemName => {
    const stems = new Set(words.flatMap((term) => {
      const parts = SIGNS.test(term) ? [] : wordsOf(term);
      return parts.length === 1 ? parts.map(({ stem }) => stem) : [];
    }));
    return ({ stem }) => stems.has(stem);
  });
  known.set(taxonomy, names);
  return names;
}
