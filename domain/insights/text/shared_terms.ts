import { type TermIndex, termIndex } from "./term_index.ts";
import { wordsOf } from "./words_of.ts";

/**
 * Builds an index of terms that several targets may share. Endings and capitals do not matter.
 *
 * @param silent Terms that speak of nothing, such as the name of the business: they hide shorter ones.
 */
export function sharedTerms<Target>(
  terms: Iterable<readonly [term: string, target: Target]>,
  silent: readonly string[] = [],
): TermIndex<readonly Target[]> {
  const shared = new Map<string, { readonly term: string; readonly targets: Set<Target> }>();
  for (const [term, target] of terms) {
    const known = shared.get(stemsOf(term));
    if (known === undefined) shared.set(stemsOf(term), { term, targets: new Set([target]) });
    else known.targets.add(target);
  }
  for (const term of silent) shared.set(stemsOf(term), { term, targets: new Set() });
  return termIndex([...shared.values()].map(({ term, targets }) => [term, [...targets]]), "stem");
}

function stemsOf(term: string): string {
  return wordsOf(term).map(({ stem }) => stem).join(" ");
}
