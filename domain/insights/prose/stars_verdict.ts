import { meanOf, wilsonLowerBound } from "../numbers.ts";
import { countText, leastCount } from "./counted_words.ts";
import { framed, type Frames } from "./frames.ts";

const [LOW, HIGH, HIGHEST] = [2, 4, 5];

const ALL_HIGHEST = [
  "All {count} reviews that {verb} {name} give five stars.",
  "Five stars in each of the {count} reviews that {verb} {name}.",
  "{count} reviews {verb} {name}, each with five stars.",
];
const MEANS = [
  "{count} reviews {verb} {name}, with {mean} on average.",
  "The {count} reviews that {verb} {name} give {mean} on average.",
  "On average {mean}, from {count} reviews that {verb} {name}.",
  "Reviews that {verb} {name} give {mean} on average; there are {count} of them.",
];
const SHARES = [
  "Of {count} reviews that {verb} {name}, {high} give four or five stars; the average is {mean}.",
  "{high} of the {count} reviews that {verb} {name} give four or five stars.",
  "{count} reviews {verb} {name}, and {high} of them give four or five stars.",
  "The average is {mean} where reviews {verb} {name}, and {high} of these {count} give four or five.",
];

/** Of what others mention in other words: their stars are not among these, which moved averages by a third of a star. */
const LEAST = {
  high: [
    "At least {count} reviews mention {name}, most of them with four or five stars.",
    "Most reviews that mention {name} give four or five stars; there are at least {count} of them.",
    "Four or five stars are the rule where reviews mention {name}, and at least {count} do.",
    "Who mentions {name} mostly gives four or five stars, in at least {count} reviews.",
  ],
  low: [
    "At least {count} reviews mention {name}, most of them with one or two stars.",
    "Most reviews that mention {name} give one or two stars; there are at least {count} of them.",
    "One or two stars are the rule where reviews mention {name}, and at least {count} do.",
    "Who mentions {name} mostly gives one or two stars, in at least {count} reviews.",
  ],
  neither: [
    "At least {count} reviews mention {name}, with many stars and with few.",
    "Reviews that mention {name} differ in their stars; there are at least {count} of them.",
    "Stars differ where reviews mention {name}, and at least {count} do.",
  ],
};
/** "Most", of these and those that are not found. */
const [MOST, SURELY] = [0.7, 0.5];

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
      ? [MEANS[0]!, SHARES[0]!, MEANS[1]!, SHARES[1]!, MEANS[2]!, SHARES[2]!, MEANS[3]!, SHARES[3]!]
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
 * least, and whether most give many stars or few. Null when all the ways to say it are used up.
 *
 * @param ratings Of those that were found, 1 to 5.
 */
export function starsOfThing(ratings: readonly number[], name: string, frames: Frames): string | null {
  const areMost = (those: readonly number[]) =>
    those.length >= MOST * ratings.length && wilsonLowerBound(those.length, ratings.length) > SURELY;
  const isHigh = areMost(ratings.filter((rating) => rating >= HIGH));
  const isLow = areMost(ratings.filter((rating) => rating <= LOW));
  const frame = frames.next(LEAST[isHigh ? "high" : isLow ? "low" : "neither"]);
  return frame && framed(frame, { name, count: countText(leastCount(ratings.length)) });
}
