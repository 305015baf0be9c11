import { meanOf, wilsonLowerBound } from "../numbers.ts";
import { countText, leastCount } from "./counted_words.ts";
import { framed, type Frames } from "./frames.ts";

const [LOW, HIGH, HIGHEST] = [2, 4, 5];

const ALL_HIGHEST = [
  "All {count} reviews that {verb} {name} give five stars.",
  "Five stars in each of the {count} reviews that {verb} {name}.",
  "{count} reviews {verb} {name}, each with five stars.",
];
const MEANS_AND_SHARES = [
  "{count} reviews {verb} {name}, with {mean} on average.",
  "Of {count} reviews that {verb} {name}, {high} give four or five stars; the average is {mean}.",
  "The {count} reviews that {verb} {name} give {mean} on average.",
  "{high} of the {count} reviews that {verb} {name} give four or five stars.",
  "On average {mean}, from {count} reviews that {verb} {name}.",
  "{count} reviews {verb} {name}, and {high} of them give four or five stars.",
  "Reviews that {verb} {name} give {mean} on average; there are {count} of them.",
  "The average is {mean} where reviews {verb} {name}, and {high} of these {count} give four or five.",
];
const MEANS = MEANS_AND_SHARES.filter((frame) => !frame.includes("{high}"));

/** Of what others mention in other words: their stars are not among these, which moved averages by a third of a star. */
const LEAST = {
  high: [
    "{label}: at least {count} reviews mention this, most of them with four or five stars.",
    "{label}: most reviews give four or five stars; at least {count} mention this.",
    "{label}: four or five stars are the rule, and at least {count} reviews mention this.",
    "{label}: mostly four or five stars, from at least {count} reviews that mention this.",
  ],
  low: [
    "{label}: at least {count} reviews mention this, most of them with one or two stars.",
    "{label}: most reviews give one or two stars; at least {count} mention this.",
    "{label}: one or two stars are the rule, and at least {count} reviews mention this.",
    "{label}: mostly one or two stars, from at least {count} reviews that mention this.",
  ],
  both: [
    "{label}: at least {count} reviews mention this, some with four or five stars and some with one or two.",
    "{label}: some reviews give four or five stars and some one or two; at least {count} mention this.",
  ],
};
/** "Most", of these and those that are not found. */
const [MOST, SURELY] = [0.7, 0.5];
/** "Some", of either kind. */
const [SOME, FEWEST_OF_SOME] = [0.2, 2];

/**
 * How reviews rate that name somebody or somewhere, by their stars alone, which anybody can count: no figure of it is
 * judged. Null when all the ways to say it are used up.
 *
 * @param verb What a review does: `mention` or `name`.
 * @param ratings Of these reviews, 1 to 5; two at least.
 */
export function starsOfName(
  ratings: readonly number[],
  { name, verb }: { readonly name: string; readonly verb: string },
  frames: Frames,
): string | null {
  const high = ratings.filter((rating) => rating >= HIGH).length;
  const mean = meanOf(ratings, 2);
  const frame = frames.next(
    ratings.every((rating) => rating === HIGHEST)
      ? ALL_HIGHEST
      : high > 1 && high < ratings.length
      ? MEANS_AND_SHARES
      : MEANS,
  );
  return frame && framed(frame, {
    name,
    verb,
    count: countText(ratings.length),
    high: countText(high),
    mean: `${mean} ${mean === 1 ? "star" : "stars"}`,
  });
}

/**
 * How reviews rate that mention something of which others speak in other words ("water heater"): how many there are at
 * least, and whether most give many stars or few, or some do either. Null where none of these is sure, and when all the
 * ways to say it are used up.
 *
 * @param ratings Of those that were found, 1 to 5.
 * @param label As it was written.
 */
export function starsOfThing(ratings: readonly number[], label: string, frames: Frames): string | null {
  const side = starSide(ratings);
  const frame = side && frames.next(LEAST[side]);
  return frame && framed(frame, { label, count: countText(leastCount(ratings.length)) });
}

/** Whether most ratings are of four or five stars, of one or two, or some are either; null where none is sure. */
export function starSide(ratings: readonly number[]): "high" | "low" | "both" | null {
  const all = ratings.length;
  const [high, low] = [ratings.filter((one) => one >= HIGH).length, ratings.filter((one) => one <= LOW).length];
  const isMost = (count: number) => count >= MOST * all && wilsonLowerBound(count, all) > SURELY;
  if (isMost(high)) return "high";
  if (isMost(low)) return "low";
  return Math.min(high, low) >= Math.max(FEWEST_OF_SOME, SOME * all) ? "both" : null;
}
