import { stemWord } from "./stem_word.ts";
import { type TermIndex, termIndex } from "./term_index.ts";
import { termWords } from "./words_of.ts";

/**
 * Builds an index of terms that several targets may share. Endings and capitals do not matter.
 *
 * @param silent Terms that speak of nothing, such as the name of the business: they hide shorter ones.
 */
export function sharedTerms<Target>(
  terms: Iterable<readonly [term: string, target: Target]>,
  silent: readonly string[] = [],
): TermIndex<readonly Target[]> {
  const shared = new Map<string, { readonly words: readonly string[]; readonly targets: Set<Target> }>();
  for (const [term, target] of terms) {
    const words = termWords(term);
    const key = words.map(stemWord).join(" ");
    const known = shared.get(key);
    if (known === undefined) shared.set(key, { words, targets: new Set([target]) });
    else known.targets.add(target);
  }
  for (const term of silent) {
    const words = termWords(term);
    shared.set(words.map(stemWord).join(" "), { words, targets: new Set() });
  }
  return termIndex([...shared.values()].map(({ words, targets }) => [words, [...targets]]), stemWord);
}
