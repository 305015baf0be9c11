import type { Business } from "../business.ts";
import { sharedTerms } from "./shared_terms.ts";
import type { Word } from "./words_of.ts";

/** Finds who and what of a business the words of a clause name: `technician <id>` or `service <id>`. */
export type NameMatcher = (words: readonly Word[]) => readonly string[];

/**
 * Builds the finder of where technicians and services are named. It only tells which clause speaks
 * of them; whether a review mentions them at all is decided when it is merged.
 */
export function nameMatcher({ technicians, services }: Business): NameMatcher {
  const terms = sharedTerms([
    ...technicians.flatMap(({ id, name, aliases }) => namesOf(`technician ${id}`, [name, ...aliases])),
    ...services.flatMap(({ id, label, aliases }) => namesOf(`service ${id}`, [label, ...aliases])),
  ]);
  return (words) => {
    const found: string[] = [];
    for (let at = 0; at < words.length; at++) {
      const hit = terms.longestAt(words, at);
      if (hit === null) continue;
      found.push(...hit.value);
      at += hit.length - 1;
    }
    return found;
  };
}

function namesOf(target: string, names: readonly string[]): readonly (readonly [string, string])[] {
  return names.map((name) => [name, target]);
}
