import type { Review } from "../review.ts";
import { sharedTerms, termMatches } from "./text/shared_terms.ts";
import { textAt, type Word, wordList, wordsOf } from "./text/words_of.ts";
import words from "./serious_words.json" with { type: "json" };

/** Kinds of complaints that are grave even if only one review makes them. */
export const SERIOUS_KINDS = ["touching", "theft", "fraud", "injury", "discrimination"] as const;
/** A kind of serious complaint. */
export type SeriousKind = typeof SERIOUS_KINDS[number];

/** Maximum rating of a complaint. In happier reviews the words mostly mean something else: "it stole my heart". */
const MOST_STARS = 3;
const DENIALS = wordList(words.denials);
/** Reach of a denial in words: "not a scam". */
const REACH = 2;
const TERMS = sharedTerms(
  SERIOUS_KINDS.flatMap((kind) => Object.values(words[kind]).flat().map((term) => [term, kind] as const)),
  words.harmless,
);

/**
 * Returns the kinds of serious complaints in a review of at most three stars, by a list of words in English, German,
 * Spanish and French; empty for any other review. May err, so no page names them: they are for the owner to read.
 */
export function seriousKinds({ rating, text }: Pick<Review, "rating" | "text">): readonly SeriousKind[] {
  if (rating > MOST_STARS || text === null) return [];
  const said = wordsOf(text);
  const found = termMatches(said, TERMS).filter(({ at }) => !isDenied(said, at)).flatMap(({ value }) => value);
  return [...new Set(FRAUD_ALONE.test(text) ? [...found, "fraud" as const] : found)];
}

/** The German word for fraud as a sentence; within one it is mostly the verb "amounted". */
const FRAUD_ALONE = /(?:^|[.!?\n])\s*betrug\s*(?:[.!?\n]|$)/i;

/** Number of newest reviews of a subject among which a serious complaint withholds its praise. */
const NEWEST = 20;

/**
 * Returns a member for a subject whose praise no headline may name, because one of its twenty newest reviews makes a
 * serious complaint; empty for any other subject.
 *
 * @param mentions Of the subject, newest first.
 */
export function withheldPraise(
  mentions: readonly { readonly review: Review }[],
): { readonly praise_withheld?: true } {
  const isSerious = mentions.slice(0, NEWEST).some(({ review }) => seriousKinds(review).length > 0);
  return isSerious ? { praise_withheld: true } : {};
}

/** Number of newest reviews in which the owner is shown serious complaints. */
const MOST_REVIEWS = 500;

/**
 * Finds the reviews with serious complaints among the 500 newest, newest first.
 *
 * @param reviews Newest first.
 */
export function seriousReviews<Reviewed extends Pick<Review, "rating" | "text">>(
  reviews: readonly Reviewed[],
): readonly { readonly review: Reviewed; readonly kinds: readonly SeriousKind[] }[] {
  return reviews.slice(0, MOST_REVIEWS).map((review) => ({ review, kinds: seriousKinds(review) }))
    .filter(({ kinds }) => kinds.length > 0);
}

function isDenied(said: readonly Word[], at: number): boolean {
  for (let index = at - 1; index >= at - REACH && !said[index + 1]?.isAfterBreak; index--) {
    if (DENIALS.has(textAt(said, index))) return true;
  }
  return false;
}
