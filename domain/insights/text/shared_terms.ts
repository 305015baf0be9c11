import type { Business } from "../../business.ts";
import { slotIndex, type TermHit, type TermIndex } from "./term_index.ts";
import { termSlots, withAnyEnding } from "./term_pattern.ts";
import { termWords, type Word } from "./words_of.ts";

/**
 * Builds an index of terms that several targets may share. Compares as `termSlots` describes, ignoring case.
 *
 * @param silent Terms without a target, such as the name of the business; they hide the shorter terms in them.
 */
export function sharedTerms<Target>(
  terms: Iterable<readonly [term: string, target: Target]>,
  silent: readonly string[] = [],
): TermIndex<readonly Target[]> {
  return slotIndex([
    ...silent.map((term) => [termSlots(term), [] as readonly Target[]] as const),
    ...[...terms].map(([term, target]) => [termSlots(term), [target] as readonly Target[]] as const),
  ], together);
}

/** Merges the targets of two terms found at the same words; none if one of the terms is silent. */
function together<Target>(some: readonly Target[], others: readonly Target[]): readonly Target[] {
  if (some.length === 0 || others.length === 0) return [];
  const more = others.filter((target) => !some.includes(target));
  return more.length === 0 ? some : [...some, ...more];
}

/**
 * Returns the name of the business if it has several words, as a term to ignore: "Best Heating" is no praise. A single
 * word may be meant literally.
 */
export function businessNameTerms({ name }: Business): readonly string[] {
  return termWords(name).length > 1 ? [withAnyEnding(name)] : [];
}

/** Yields the terms with targets, each with the index of its first word. Terms without a target hide those inside them. */
export function* termMatches<Target>(
  words: readonly Word[],
  terms: TermIndex<readonly Target[]>,
): Generator<TermHit<readonly Target[]> & { readonly at: number }> {
  for (let at = 0; at < words.length; at++) {
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    if (hit.value.length === 0) at += hit.length - 1;
    else yield { ...hit, at };
  }
}
