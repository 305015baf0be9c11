import { isNegated } from "./negation.ts";
import { sharedTerms } from "./shared_terms.ts";
import type { Taxonomy, TaxonomyEntry } from "./taxonomy.ts";
import type { Word } from "./words_of.ts";

/** What a clause speaks of, by its entry's index in the taxonomy. */
export interface ClauseSubjects {
  /** The aspect's index, and where in the clause its terms begin. */
  readonly aspects: ReadonlyMap<number, readonly number[]>;
  readonly problems: readonly number[];
}

/** Finds what the words of a clause speak of. */
export type AspectMatcher = (words: readonly Word[]) => ClauseSubjects;

interface Target {
  readonly isProblem: boolean;
  readonly index: number;
}

/**
 * Builds the finder of a taxonomy's aspects and problems. Endings and capitals do not matter. An
 * aspect that is denied is spoken of all the same; a problem that is denied ("no leaks") is none.
 *
 * @param silent Terms that speak of nothing, such as the name of the business.
 */
export function aspectMatcher(taxonomy: Taxonomy, silent: readonly string[] = []): AspectMatcher {
  const index = sharedTerms([...targetsOf(taxonomy.aspects, false), ...targetsOf(taxonomy.problems, true)], silent);
  return (words) => {
    const aspects = new Map<number, number[]>();
    const problems = new Set<number>();
    for (let at = 0; at < words.length; at++) {
      const hit = index.longestAt(words, at);
      if (hit === null) continue;
      for (const target of hit.value) {
        if (target.isProblem) {
          if (!isNegated(words, at)) problems.add(target.index);
          continue;
        }
        const places = aspects.get(target.index);
        if (places === undefined) aspects.set(target.index, [at]);
        else places.push(at);
      }
      // Nothing within a silent term is looked at.
      if (hit.value.length === 0) at += hit.length - 1;
    }
    return { aspects, problems: [...problems] };
  };
}

function targetsOf(entries: readonly TaxonomyEntry[], isProblem: boolean): (readonly [string, Target])[] {
  return entries.flatMap(({ words }, index) => {
    const target = { isProblem, index };
    return words.map((word) => [word, target] as const);
  });
}
