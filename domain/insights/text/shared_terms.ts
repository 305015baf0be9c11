import type { Business } from "../../business.ts";
import { type TermHit, type TermIndex, termIndex } from "./term_index.ts";
import { termWords, type Word, wordsOf } from "./words_of.ts";

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

/** What says nothing: the name of the business, as "Best Heating" is no praise. One word alone may be meant as such. */
export function businessNameTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [name] : [];
}

/** A term at its place in a text. */
export interface TermMatch<Target> extends TermHit<readonly Target[]> {
  /** Index of its first word. */
  readonly at: number;
}

/** Finds the terms of some words that speak of something. Within a term that speaks of nothing there is none. */
export function* termMatches<Target>(
  words: readonly Word[],
  terms: TermIndex<readonly Target[]>,
): Generator<TermMatch<Target>> {
  for (let at = 0; at < words.length; at++) {
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    if (hit.value.length === 0) at += hit.length - 1;
    else yield { ...hit, at };
  }
}
