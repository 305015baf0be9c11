import type { Business } from "../../business.ts";
import { type TermHit, type TermIndex, termIndex } from "./term_index.ts";
import { termWords, type Word, wordsOf } from "./words_of.ts";

/**
 * Builds an index of terms that several targets may share. Compares stems, ignoring case.
 *
 * @param silent Terms without a target, such as the name of the business; they hide the shorter terms in them.
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

/**
 * The name of the business if it has several words, as a term to ignore: "Best Heating" is no praise. A single word may
 * be meant as such.
 */
export function businessNameTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [name] : [];
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
