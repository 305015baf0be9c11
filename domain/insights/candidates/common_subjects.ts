import type { Review } from "../../review.ts";
import { meanOf } from "../numbers.ts";
import type { TaxonomyEntry } from "../taxonomy/taxonomy.ts";
import { sharedTerms, termMatches } from "../text/shared_terms.ts";
import { wordsOf } from "../text/words_of.ts";
import common from "./common_entries.json" with { type: "json" };

/** An entry of a taxonomy, and how many reviews use its words. */
export interface SuggestedEntry {
  readonly entry: TaxonomyEntry;
  readonly reviews: number;
}

/**
 * Aspects of any trade that reviews name by adjectives and verbs rather than by a noun: "easy to use" and
 * "not fast" of an app, "rude" of a driver.
 */
export const COMMON_ASPECTS: readonly TaxonomyEntry[] = common.aspects;
/** Complaints of any trade, in the same way. */
export const COMMON_PROBLEMS: readonly TaxonomyEntry[] = common.problems;

/** In how many reviews and in what share of them the words of an aspect occur, at least; and those of a problem. */
const [FEWEST_OF_ASPECT, SHARE_OF_ASPECT] = [3, 0.025];
const [FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM] = [2, 0.01];

/** The aspects and problems of any trade that some reviews speak of; problems only where these have fewer stars than all. */
export function commonSubjects(
  reviews: readonly Pick<Review, "text" | "rating">[],
): { readonly aspects: readonly SuggestedEntry[]; readonly problems: readonly SuggestedEntry[] } {
  const entries = [...COMMON_ASPECTS, ...COMMON_PROBLEMS];
  const terms = sharedTerms(entries.flatMap((entry) => entry.words.map((word) => [word, entry] as const)));
  const ratings = new Map(entries.map((entry) => [entry, [] as number[]]));
  for (const { text, rating } of reviews) {
    const found = new Set([...termMatches(wordsOf(text ?? ""), terms)].flatMap(({ value }) => value));
    for (const entry of found) ratings.get(entry)?.push(rating);
  }
  const average = meanOf(reviews.map(({ rating }) => rating), 4) ?? 0;
  const said = (list: readonly TaxonomyEntry[], fewest: number, share: number) =>
    list.map((entry) => ({ entry, ratings: ratings.get(entry) ?? [] }))
      .filter(({ ratings }) => ratings.length >= Math.max(fewest, share * reviews.length));
  return {
    aspects: said(COMMON_ASPECTS, FEWEST_OF_ASPECT, SHARE_OF_ASPECT)
      .map(({ entry, ratings }) => ({ entry, reviews: ratings.length })),
    problems: said(COMMON_PROBLEMS, FEWEST_OF_PROBLEM, SHARE_OF_PROBLEM)
      .filter(({ ratings }) => (meanOf(ratings, 4) ?? 0) < average)
      .map(({ entry, ratings }) => ({ entry, reviews: ratings.length })),
  };
}
