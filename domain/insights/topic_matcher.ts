import { sharedTerms } from "./shared_terms.ts";
import type { Taxonomy } from "./taxonomy.ts";
import type { Word } from "./words_of.ts";

/** Finds the topics that the words of a clause speak of: indexes in the taxonomy, some more than once. */
export type TopicMatcher = (words: readonly Word[]) => readonly number[];

/** Builds the finder of a taxonomy's topics. Endings and capitals do not matter. */
export function topicMatcher({ topics }: Taxonomy): TopicMatcher {
  const terms = sharedTerms(topics.flatMap(({ words }, index) => words.map((word) => [word, index] as const)));
  return (words) => {
    const found: number[] = [];
    for (let at = 0; at < words.length; at++) found.push(...terms.longestAt(words, at)?.value ?? []);
    return found;
  };
}
