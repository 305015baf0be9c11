import type { Business } from "../../business.ts";
import { comparedWords, type TermHit, type TermIndex, termIndex, withAnyEnding } from "./term_index.ts";
import { termWords, type Word } from "./words_of.ts";

/**
 * Builds an index of terms that several targets may share. Compares as `comparedWords` tells, ignoring case.
 *
 * @param silent Terms without a target, such as the name of the business; they hide the shorter terms in them.
 */
export function sharedTerms<Target>(
  terms: Iterable<readonly [term: string, target: Target]>,
  silent: readonly string[] = [],
): TermIndex<readonly Target[]> {
  const shared = new Map<string, { readonly term: string; readonly targets: Set<Target> }>();
  for (const [term, target] of terms) {
    const known = shared.get(comparedForm(term));
    if (known === undefined) shared.set(comparedForm(term), { term, targets: new Set([target]) });
    else known.targets.add(target);
  }
  for (const term of silent) shared.set(comparedForm(term), { term, targets: new Set() });
  return termIndex([...shared.values()].map(({ term, targets }) => [term, [...targets]]), "stem");
}

/** Terms of the same form find the same words. */
function comparedForm(term: string): string {
  return comparedWords(term).map(({ text, stem, isExact }) => isExact ? `=${text}` : stem).join(" ");
}

/**
 * The name of the business if it has several words, as a term to ignore: "Best Heating" is no praise. A single word may
 * be meant as such.
 */
export function businessNameTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [withAnyEnding(name)] : [];
}

/** A term found in a list of words. */
export interface TermMatch<Target> extends TermHit<readonly Target[]> {
  /** Index of its first word. */
  readonly at: number;
}

/** Finds the terms that have targets. Terms without a target hide those inside them. */
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
