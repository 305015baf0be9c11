import type { TermHit, TermIndex } from "./text/term_index.ts";
import type { Word } from "./text/words_of.ts";

/** A term at its place in a text. */
export interface SpokenTerm<Target> extends TermHit<readonly Target[]> {
  /** Index of its first word. */
  readonly at: number;
}

/** Finds the terms of some words that speak of something. Within a term that speaks of nothing there is none. */
export function* spokenTerms<Target>(
  words: readonly Word[],
  terms: TermIndex<readonly Target[]>,
): Generator<SpokenTerm<Target>> {
  for (let at = 0; at < words.length; at++) {
    const hit = terms.longestAt(words, at);
    if (hit === null) continue;
    if (hit.value.length === 0) at += hit.length - 1;
    else yield { ...hit, at };
  }
}
