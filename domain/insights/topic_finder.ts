import type { Review } from "../review.ts";
import { sharedTerms } from "./shared_terms.ts";
import type { Taxonomy } from "./taxonomy.ts";
import { wordsOf } from "./words_of.ts";

/**
 * Builds the finder of a taxonomy's topics: the ids of those that a review's text speaks of, in the
 * order of the taxonomy, each once.
 */
export function topicFinder(taxonomy: Taxonomy): (review: Pick<Review, "text">) => readonly string[] {
  const { topics } = taxonomy;
  const terms = sharedTerms(topics.flatMap(({ words }, index) => words.map((word) => [word, index] as const)));
  return ({ text }) => {
    const words = wordsOf(text ?? "");
    const found = new Set<number>();
    for (let at = 0; at < words.length; at++) {
      for (const index of terms.longestAt(words, at)?.value ?? []) found.add(index);
    }
    return topics.flatMap(({ id }, index) => found.has(index) ? [id] : []);
  };
}
